import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The fonts of pictures as TrueType, the only format that the rasterizer reads: Inter for Latin, Greek and Cyrillic, Noto for what it lacks. */
export const FONTS = [
  '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
  '@expo-google-fonts/noto-sans-hebrew/600SemiBold/NotoSansHebrew_600SemiBold.ttf',
  '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  '@expo-google-fonts/noto-sans-arabic/600SemiBold/NotoSansArabic_600SemiBold.ttf',
  '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
  '@expo-google-fonts/noto-emoji/600SemiBold/NotoEmoji_600SemiBold.ttf',
];

/** The configuration that finds the fonts of the machine. */
const MACHINE = '/etc/fonts/fonts.conf';

/**
 * Makes fontconfig find the fonts of pictures, and for other scripts those of the machine; a character that no font has is drawn as a box
 * with its number. It has to run before the first text is drawn in this process. A `FONTCONFIG_FILE` in the environment is respected. The
 * file is in a new folder, which is removed when the process ends.
 */
export function configureFonts(
  environment: NodeJS.ProcessEnv = process.env,
  { fonts = FONTS, machine = MACHINE }: { readonly fonts?: readonly string[]; readonly machine?: string } = {},
): void {
  if (environment.FONTCONFIG_FILE !== undefined) return;
  const folder = mkdtempSync(path.join(tmpdir(), 'worktrack-fonts-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = path.join(folder, 'fonts.conf');
  writeFileSync(
    file,
    configurationOf(
      fonts.map((font) => path.dirname(require.resolve(font))),
      machine,
      folder,
    ),
  );
  environment.FONTCONFIG_FILE = file;
}

function configurationOf(folders: readonly string[], machine: string, cache: string): string {
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    ...folders.map((folder) => `<dir>${escaped(folder)}</dir>`),
    `<include ignore_missing="yes">${escaped(machine)}</include>`,
    `<cachedir>${escaped(cache)}</cachedir>`,
    '</fontconfig>',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
