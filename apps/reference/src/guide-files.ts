/** The Markdown of the guides, by the paths of its files from the root. The build puts it into the script of the page. */
export const GUIDE_FILES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>(
      [
        '../../../docs/api/{README,contract,events-and-webhooks,generators,import-and-mirror}.md',
        '../../../docs/squeakql.md',
        '../../../docs/reports/*.md',
      ],
      { query: '?raw', import: 'default', eager: true },
    ),
  ).map(([file, text]) => [file.replace('../../../', ''), text]),
);
