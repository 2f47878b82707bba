/** Addresses that this application shows; all others of the server, such as the documentation, are left to the browser. */
export const OWN_ADDRESSES =
  /^\/(?:$|[?#]|(?:o|organizations|invitation|setup|sign-in|forgotten|welcome|email|settings)(?:$|[/?#]))/;
