/** The colours to choose from. Each is seen on light and on dark surfaces (WCAG 1.4.11). */
export const COLORS: readonly { readonly name: string; readonly color: string }[] = [
  { name: 'Indigo', color: '#6366f1' },
  { name: 'Blue', color: '#2f80ed' },
  { name: 'Teal', color: '#0d9488' },
  { name: 'Green', color: '#16a34a' },
  { name: 'Olive', color: '#7c8f1a' },
  { name: 'Amber', color: '#c27803' },
  { name: 'Orange', color: '#ea6a1f' },
  { name: 'Red', color: '#e5484d' },
  { name: 'Pink', color: '#d6409f' },
  { name: 'Violet', color: '#9a5cf5' },
  { name: 'Brown', color: '#a0714f' },
  { name: 'Gray', color: '#7b8494' },
];

/** The surfaces of both themes, as in the tokens. */
const SURFACES = [
  { theme: 'light', color: '#ffffff' },
  { theme: 'dark', color: '#1c212a' },
] as const;

/** The contrast that a mark needs to be seen (WCAG 1.4.11). */
const LEAST_CONTRAST = 3;

/** The relative luminance of a colour `#rrggbb`, by WCAG 2.2. */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours `#rrggbb`: 1 for equal ones, 21 for black on white. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The theme in which a mark of this colour is hard to see. */
export const hardToSeeIn = (color: string): 'light' | 'dark' | undefined =>
  SURFACES.find((surface) => contrastOf(color, surface.color) < LEAST_CONTRAST)?.theme;
