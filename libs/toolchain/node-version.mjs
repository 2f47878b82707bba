// The Node versions that this project runs on, as in `engines` of package.json: npm only warns about those.

/** Returns the reason why this Node cannot run the project, as one sentence; `undefined` when it can. */
export function refusalOf(version) {
  const [major, minor] = version.split('.').map(Number);
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  return fits ? undefined : `Worktrack needs Node.js 20.19 or newer (22.12 or newer of 22); this is ${version}.`;
}
