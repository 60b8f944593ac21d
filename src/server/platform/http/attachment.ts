const UNSAFE = /[/\\:*?"<>|\p{Cc}]/gu

/** Headers that make a browser save the response as a file. */
export function attachment(filename: string, type = 'text/csv'): Record<string, string> {
  const safe = filename.replaceAll(UNSAFE, '_')
  const plain = safe.replaceAll(/[^\x20-\x7E]/g, '_')
  const full = plain === safe ? '' : `; filename*=UTF-8''${encodeURIComponent(safe).replaceAll("'", '%27')}`
  return {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${plain}"${full}`,
  }
}
