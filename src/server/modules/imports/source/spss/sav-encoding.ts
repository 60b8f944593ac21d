/** Reads texts of a file in its encoding. Trailing blanks and NULs only fill a field. */
export interface TextReader {
  /** Bytes that are invalid in the encoding are read as the replacement character. */
  readonly read: (bytes: Buffer, start?: number, end?: number) => string
  readonly encoding: string
}

export const REPLACEMENT = '\uFFFD'

/** Code pages whose number is not in the name of their encoding (machine integer info record). */
const CODE_PAGES: ReadonlyMap<number, string> = new Map([
  [819, 'iso-8859-1'],
  [932, 'shift_jis'],
  [936, 'gbk'],
  [949, 'euc-kr'],
  [950, 'big5'],
  [9066, 'windows-874'],
  [20127, 'us-ascii'],
  [25592, 'iso-8859-2'],
  [28605, 'iso-8859-15'],
  [51949, 'euc-kr'],
  [65001, 'utf-8'],
])

/**
 * The reader for the encoding that the file names, else for its code page. Without either a text is UTF-8 if it is
 * valid UTF-8, else Windows-1252. Codes below 4 are written whatever the encoding.
 */
export function decoderFor(named: string | null, codePage: number | null, refuse: (text: string) => never): TextReader {
  const name = named?.replaceAll('\0', '').trim() ?? ''
  const code = codePage === null || codePage < 4 ? null : codePage
  if (name === '' && code === null) return guessing()
  const label = name === '' ? labelOfCodePage(code ?? 0) : labelOfName(name)
  const decoder = createDecoder(label)
  if (decoder === null)
    return refuse(`The texts of this SPSS file are in ${label}, which is not read: save it in UTF-8.`)
  return readerWith((bytes) => decoder.decode(bytes), label)
}

function labelOfName(name: string): string {
  const codePage = /^(?:cp|ibm-?|windows-?)(\d+)$/i.exec(name)?.[1]
  return codePage === undefined ? name.toLowerCase() : labelOfCodePage(Number(codePage))
}

function labelOfCodePage(code: number): string {
  const latin = /^285(9\d)$/.exec(String(code))?.[1]
  return CODE_PAGES.get(code) ?? (latin === undefined ? `windows-${code}` : `iso-8859-${Number(latin) - 90}`)
}

function createDecoder(label: string) {
  try {
    return new TextDecoder(label, { ignoreBOM: true })
  } catch {
    return null
  }
}

function guessing(): TextReader {
  const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const other = new TextDecoder('windows-1252')
  const decode = (bytes: Buffer): string => {
    try {
      return strict.decode(bytes)
    } catch {
      return other.decode(bytes)
    }
  }
  return readerWith(decode, 'UTF-8 or Windows-1252')
}

const [NUL, BLANK, LAST_PLAIN] = [0, 0x20, 0x7e]

/** All supported encodings share ASCII, and none uses blanks or NULs within a character. */
function readerWith(decode: (bytes: Buffer) => string, encoding: string): TextReader {
  return {
    encoding,
    read: (bytes, start = 0, end = bytes.length) => {
      let last = end
      while (last > start && (bytes[last - 1] === BLANK || bytes[last - 1] === NUL)) last--
      for (let place = start; place < last; place++) {
        if ((bytes[place] ?? 0) > LAST_PLAIN) return decode(bytes.subarray(start, last))
      }
      return bytes.toString('latin1', start, last)
    },
  }
}
