/** Name of the meta element of a page that was asked for with a cookie: a session is likely. */
export const SESSION_META = 'session'
