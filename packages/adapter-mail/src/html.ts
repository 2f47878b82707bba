import { UNSUBSCRIBE, type Letter } from './letter.js';

/** Writes a letter as HTML: one column, no image, no table, nothing that is loaded. */
export function htmlOf({ subject, paragraphs, quote, entries = [], link, notes, unsubscribeUrl }: Letter): string {
  const body = [
    ...paragraphs.map((text) => `<p>${escaped(text)}</p>`),
    ...(quote ? [`<p>${escaped(quote.by)} writes:</p>`, `<blockquote>${escaped(quote.text)}</blockquote>`] : []),
    ...(entries.length > 0 ? [`<ul>${entries.map(entryOf).join('\n')}</ul>`] : []),
    ...(link ? [`<p><a class="button" href="${escaped(link.url)}">${escaped(link.label)}</a></p>`] : []),
    ...(link
      ? [`<p class="small">Or open this address:<br><a href="${escaped(link.url)}">${escaped(link.url)}</a></p>`]
      : []),
    ...notes.map((text) => `<p class="small">${escaped(text)}</p>`),
    ...(unsubscribeUrl === undefined
      ? []
      : [`<p class="small"><a href="${escaped(unsubscribeUrl)}">${UNSUBSCRIBE}</a></p>`]),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(subject)}</h1>
${body.join('\n')}
</main>
<footer>Worktrack</footer>
</body>
</html>
`;
}

const entryOf = ({ title, text, url }: { title: string; text: string; url: string }): string =>
  `<li><a href="${escaped(url)}">${escaped(title)}</a><br>${escaped(text)}</li>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Programs for mail that know no media query show the light colours. */
const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 16px; background: #f6f7f9; color: #171b22;
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: anywhere; }
main { box-sizing: border-box; max-width: 560px; margin: 0 auto; padding: 28px 32px; background: #ffffff;
  border: 1px solid #e3e6eb; border-radius: 10px; }
h1 { margin: 0 0 16px; font-size: 20px; line-height: 1.3; }
p, blockquote, ul { margin: 0 0 16px; }
ul { padding-left: 20px; }
li { margin-bottom: 12px; }
a { color: #3451c9; }
blockquote { padding: 4px 0 4px 14px; border-left: 3px solid #c7cbd6; white-space: pre-wrap; }
.button { display: inline-block; padding: 10px 18px; border-radius: 8px; background: #3451c9; color: #ffffff;
  font-weight: 600; text-decoration: none; }
.small { font-size: 13px; color: #596273; }
main > :last-child { margin-bottom: 0; }
footer { max-width: 560px; margin: 16px auto 0; text-align: center; font-size: 13px; color: #596273; }
@media (max-width: 480px) { body { padding: 12px 8px; } main { padding: 20px 18px; } }
@media (prefers-color-scheme: dark) {
  body { background: #0e1116; color: #e9ecf1; }
  main { background: #151920; border-color: #272e39; }
  a { color: #93a8ff; }
  .button { background: #93a8ff; color: #0e1116; }
  blockquote { border-left-color: #4a5263; }
  .small, footer { color: #a0a8b8; }
}
`;
