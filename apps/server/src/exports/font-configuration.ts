import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The font files of pictures: two weights of Inter as TrueType, the only format that the rasterizer reads. */
const FONTS = [
  '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
];

/**
 * Makes fontconfig find the fonts of pictures, and for other scripts those of the machine. It has to run before the first text is drawn in
 * this process. A `FONTCONFIG_FILE` in the environment is respected. The file is in a new folder, which is removed when the process ends.
 */
export function configureFonts(environment: NodeJS.ProcessEnv = process.env): void {
  if (environment.FONTCONFIG_FILE !== undefined) return;
  const folder = mkdtempSync(path.join(tmpdir(), 'worktrack-fonts-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const file = path.join(folder, 'fonts.conf');
  writeFileSync(
    file,
    configurationOf(
      FONTS.map((font) => path.dirname(require.resolve(font))),
      folder,
    ),
  );
  environment.FONTCONFIG_FILE = file;
}

function configurationOf(folders: readonly string[], cache: string): string {
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    ...folders.map((folder) => `<dir>${escaped(folder)}</dir>`),
    '<include ignore_missing="yes">/etc/fonts/fonts.conf</include>',
    `<cachedir>${escaped(cache)}</cachedir>`,
    '</fontconfig>',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
