/** Name of the meta element of a page that was asked for with a cookie: a session is likely. */
export const SESSION_META = 'session'
/** Attribute of the links of that page that name requests of its first screen. */
export const EARLY_REQUEST = 'data-early'
