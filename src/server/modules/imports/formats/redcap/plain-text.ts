const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * A label without its HTML. Line breaks become "|", which the pages show as a line break (spec section 3, "question").
 */
export function plainText(html: string): string {
  return plainLines(html).join('|')
}

/** The lines of a label without its HTML. */
export function plainLines(html: string): string[] {
  const broken = html
    .replaceAll(/<\s*(?:br|\/p|\/div|\/li|\/h\d)\b[^>]*>/gi, '\n')
    .replaceAll(/<\/?[a-z][^<>]*>/gi, ' ')
  const lines = broken.split(/\r\n|\n|\r/).map((line) => withoutEntities(line).replaceAll(/\s+/g, ' ').trim())
  return lines.filter((line) => line !== '')
}

/** `&#124;` and `&amp;` as the signs that they stand for. */
export function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,6})|(\w{2,6}));/g, (whole, code?: string, name?: string) => {
    if (code !== undefined) return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole
    return ENTITIES[name?.toLowerCase() ?? ''] ?? whole
  })
}
