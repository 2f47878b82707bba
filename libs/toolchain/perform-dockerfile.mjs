// `node libs/toolchain/perform-dockerfile.mjs FOLDER` performs the steps of docker/Dockerfile in an empty folder, without Docker: a folder
// for each stage, into which COPY copies what .dockerignore leaves of the checkout and in which RUN runs. The base image is this machine.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DockerfileParser } from 'dockerfile-ast';
import { withoutOuterNpm } from './child.mjs';
import { ROOT } from './workspace.mjs';

/** Instructions that change no file. */
const SILENT = new Set(['LABEL', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD', 'ENTRYPOINT', 'STOPSIGNAL']);

/** Reads a Dockerfile. Returns its instructions in their order: the keyword, the arguments as one text, and the flags by their names. */
export function instructionsOf(text) {
  return DockerfileParser.parse(text)
    .getInstructions()
    .map((one) => ({
      keyword: one.getKeyword(),
      flags: Object.fromEntries((one.getFlags?.() ?? []).map((flag) => [flag.getName(), flag.getValue()])),
      // Comments between the lines of an instruction are no arguments.
      argument: (one.getArgumentsContent() ?? '')
        .replace(/^\s*#.*\n/gm, '')
        .replace(/\\\n\s*/g, ' ')
        .trim(),
    }));
}

/**
 * Performs every step below `folder`, which must be empty.
 * @returns the folder that stands for the root of the image
 * @throws Error when a step fails, or cannot be performed in a folder
 */
export function performDockerfile(folder, root = ROOT) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
  const isIgnored = ignoredBy(readFileSync(path.join(root, '.dockerignore'), 'utf8'));
  const stages = new Map();
  let stage;
  for (const { keyword, argument, flags } of instructionsOf(
    readFileSync(path.join(root, 'docker/Dockerfile'), 'utf8'),
  )) {
    if (keyword === 'FROM') {
      const name = /\sAS\s+(?<name>\S+)$/i.exec(argument)?.groups.name ?? `stage ${stages.size}`;
      stage = { root: path.join(folder, name.replaceAll(' ', '-')), directory: '/', environment: {} };
      mkdirSync(stage.root, { recursive: true });
      stages.set(name, stage);
    } else if (keyword === 'WORKDIR') {
      stage.directory = path.posix.resolve(stage.directory, argument);
      mkdirSync(inside(stage, '.'), { recursive: true });
    } else if (keyword === 'ENV') {
      for (const [, name, value] of argument.matchAll(/(\w+)=(\S+)/g)) stage.environment[name] = value;
    } else if (keyword === 'COPY') {
      copy(argument, { from: flags.from, stage, stages, root, isIgnored });
    } else if (keyword === 'RUN') {
      run(argument, stage);
    } else if (!SILENT.has(keyword)) {
      throw new Error(`${keyword} cannot be performed in a folder.`);
    }
  }
  return stage.root;
}

const inside = (stage, file) => path.join(stage.root, path.posix.resolve(stage.directory, file));

function copy(argument, { from, stage, stages, root, isIgnored }) {
  const operands = argument.split(/\s+/);
  const target = operands.at(-1);
  for (const source of operands.slice(0, -1)) {
    const file = from === undefined ? path.join(root, source) : path.join(stages.get(from).root, source);
    const isFolder = statSync(file).isDirectory();
    const place =
      isFolder || !target.endsWith('/') ? inside(stage, target) : inside(stage, target + path.basename(file));
    cpSync(file, place, {
      recursive: true,
      // As they are: a link of the tree leads to its place in the tree.
      verbatimSymlinks: true,
      filter: (one) => from !== undefined || !isIgnored(path.relative(root, one)),
    });
  }
}

function run(command, stage) {
  if (/(^|[\s"'=])\/(?!dev\/null)/.test(command))
    throw new Error(`A step with an absolute path cannot be performed in a folder: ${command}`);
  const { status, stdout, stderr, error } = spawnSync('/bin/sh', ['-c', command], {
    cwd: inside(stage, '.'),
    env: { ...withoutOuterNpm(process.env), ...stage.environment },
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`A step ended with ${status}: ${command}\n${stdout ?? ''}${stderr ?? ''}${error ?? ''}`);
}

/** Returns a question about paths from the root: is this one left out by the patterns of a .dockerignore? It has no exceptions here. */
export function ignoredBy(text) {
  const patterns = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const expressions = patterns.map((pattern) => {
    if (pattern.startsWith('!')) throw new Error(`.dockerignore has an exception, which is not read here: ${pattern}`);
    const source = pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('**/', '(.*/)?')
      .replaceAll(/(?<![.)])\*/g, '[^/]*');
    return new RegExp(`^${source}(/|$)`);
  });
  return (file) => expressions.some((one) => one.test(file));
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) {
    process.stderr.write('usage: node libs/toolchain/perform-dockerfile.mjs FOLDER\n');
    process.exit(2);
  }
  process.stdout.write(`${performDockerfile(path.resolve(folder))}\n`);
}
