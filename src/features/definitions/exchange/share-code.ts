/** Most bytes of definitions in a link: a short code can expand to gigabytes. */
const DECODED_MAX = 4_000_000

/** A text as a URL-safe code: deflate, then base64url without padding. */
export async function encodeShared(text: string): Promise<string> {
  const compressed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))
  const bytes = new Uint8Array(await new Response(compressed).arrayBuffer())
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The text of a code; null for a damaged or too large one. */
export async function decodeShared(code: string): Promise<string | null> {
  if (!/^[\w-]+$/.test(code)) return null
  try {
    const binary = atob(code.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
    const expanded = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    return await limitedText(expanded)
  } catch {
    return null
  }
}

async function limitedText(stream: ReadableStream<Uint8Array>): Promise<string | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = stream.getReader()
  let [text, size] = ['', 0]
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > DECODED_MAX) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** Before the code in the fragment of a URL, which browsers do not send to servers. */
const FRAGMENT = '#d='

/** The link that opens the definitions of a code. */
export function shareLink(origin: string, path: string, code: string): string {
  return `${origin}${path}${FRAGMENT}${code}`
}

export function codeInFragment(fragment: string): string | null {
  return fragment.startsWith(FRAGMENT) ? fragment.slice(FRAGMENT.length) : null
}
