// Compiles single files, as the compiler does but without their types: in milliseconds, where the check of all that a file reaches takes
// seconds.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Writes the output of a source in the `src` of a package into its `dist`, or removes it when the source is gone. Returns syntax errors as text. */
export function transpile(source) {
  const folder = source.slice(0, source.lastIndexOf(`${path.sep}src${path.sep}`));
  const output = path.join(folder, 'dist', path.relative(path.join(folder, 'src'), source)).replace(/\.ts$/, '.js');
  if (!existsSync(source)) {
    rmSync(output, { force: true });
    return '';
  }
  const { outputText, sourceMapText, diagnostics } = ts.transpileModule(readFileSync(source, 'utf8'), {
    fileName: source,
    compilerOptions: optionsOf(folder),
    reportDiagnostics: true,
  });
  if (diagnostics.length > 0) return ts.formatDiagnosticsWithColorAndContext(diagnostics, HOST);
  mkdirSync(path.dirname(output), { recursive: true });
  writeFileSync(output, outputText);
  if (sourceMapText) writeFileSync(`${output}.map`, sourceMapText);
  return '';
}

const HOST = {
  getCurrentDirectory: ts.sys.getCurrentDirectory,
  getCanonicalFileName: (name) => name,
  getNewLine: () => '\n',
};

/** Returns the compiler's options of the production code of a package. */
function optionsOf(folder) {
  const file = path.join(folder, 'tsconfig.build.json');
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
  };
  return ts.getParsedCommandLineOfConfigFile(file, {}, host).options;
}
