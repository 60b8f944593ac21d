/** The names of the statuses that a back end answers with: HTTP/2 sends the number alone. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  411: 'Length Required',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  426: 'Upgrade Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** The status text of an answer, with which an error's text begins (spec section 8). */
export function statusTextOf({ status, statusText }: Pick<Response, 'status' | 'statusText'>): string {
  return statusText === '' ? (STATUS_TEXTS[status] ?? '') : statusText
}
