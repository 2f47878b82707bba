/** Avatars of some of the people by mailbox: small WebP images in base64. The others have none. */
export const DEMO_AVATARS: Readonly<Record<string, string>> = {
  owner: 'UklGRjQAAABXRUJQVlA4TCcAAAAvT8ATAA/wufnDzX/ef/5jCWLBZP7SGXRH9H8CKIorDaY4c5eiuAIA',
  amara: 'UklGRjYAAABXRUJQVlA4TCoAAAAvT8ATAA/w0PlrzL9yfv7jAWLBJH/pGXRH9D8oiqsC6goKTBVQVxQFRTs=',
  kenji: 'UklGRjYAAABXRUJQVlA4TCkAAAAvT8ATAA9wwvmbz39ifv7jAWLBJH/pGXRH9D+gwFZRtoqiriiKLwpMAQA=',
};
