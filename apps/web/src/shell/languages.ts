/** The languages of the browser, the preferred one first. */
const OF_BROWSER: readonly string[] = typeof navigator === 'undefined' ? ['en'] : navigator.languages;

/** The languages of the browser that Intl understands: a browser can name one that is not a language, such as `en-US@posix`. */
export const LANGUAGES: readonly string[] = OF_BROWSER.filter((language) => {
  try {
    return Intl.getCanonicalLocales(language).length > 0;
  } catch {
    return false;
  }
});
