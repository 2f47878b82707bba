import type { FileName } from '@worktrack/domain';
import { dispositionOf } from './content-disposition.js';

describe('The Content-Disposition of a download', () => {
  it('has the name for old clients and for others', () => {
    expect(dispositionOf('plan.pdf' as FileName)).toBe(`attachment; filename="plan.pdf"; filename*=UTF-8''plan.pdf`);
  });

  it.each([
    ['a"; filename="b.html', 'a_; filename=_b.html', 'a%22%3B%20filename%3D%22b.html'],
    ['a\r\nSet-Cookie: b', 'a__Set-Cookie: b', 'a%0D%0ASet-Cookie%3A%20b'],
    ["Zoë's 100%.pdf", "Zo_'s 100_.pdf", 'Zo%C3%AB%27s%20100%25.pdf'],
  ])('is one header with one name, whatever the name is: %j', (name, ascii, exact) => {
    const header = `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
    expect(dispositionOf(name as FileName)).toBe(header);
  });
});
