/** Reads CSV by RFC 4180. Throws where it lacks the byte order mark, or a line does not end with CRLF. */
export function readCsv(text: string): Record<string, string>[] {
  if (!text.startsWith('\uFEFF')) throw new Error('There is no byte order mark.');
  const records: string[][] = [];
  let record: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  for (cell.lastIndex = 1; cell.lastIndex < text.length;) {
    const at = cell.lastIndex;
    const match = cell.exec(text);
    if (!match) throw new Error(`This is no CSV: ${text.slice(at, at + 80)}`);
    record.push(match[1] === undefined ? match[2]! : match[1].replaceAll('""', '"'));
    if (match[3] === ',') continue;
    records.push(record);
    record = [];
  }
  const [headings = [], ...rows] = records;
  return rows.map((row) => {
    if (row.length !== headings.length) throw new Error(`A row has ${row.length} cells, not ${headings.length}.`);
    return Object.fromEntries(headings.map((heading, index) => [heading, row[index]!]));
  });
}
