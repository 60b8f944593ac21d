import { StringDecoder } from 'node:string_decoder'
import { SaxesParser } from 'saxes'
import { IMPORT_ROW_BYTES_MAX } from '#domain/limits.ts'
import { createLongPause } from '#server/platform/scheduling/yield.ts'

/** Names are without the prefix of their namespace. */
export interface XmlHandlers {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly text?: (text: string) => void
  readonly close?: (name: string) => void
}

const DEPTH_MAX = 100

/** Reads a part in chunks. Refuses text that is not XML, and tags or texts longer than a row may be. */
export async function readXml(
  chunks: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
  refuse: (text: string) => never,
): Promise<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let [depth, unread] = [0, 0]
  parser.on('error', (error) => refuse(`it is not XML (${error.message})`))
  // A document type could define entities that grow without end.
  parser.on('doctype', () => refuse('it has a document type'))
  parser.on('opentag', ({ name, attributes }) => {
    unread = 0
    depth++
    if (depth > DEPTH_MAX) refuse('its elements are nested too deep')
    handlers.open?.(localName(name), attributes)
  })
  const onText = (text: string) => handlers.text?.(text)
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', ({ name }) => {
    unread = 0
    depth--
    handlers.close?.(localName(name))
  })
  const decoder = new StringDecoder('utf8')
  const pause = createLongPause()
  for await (const chunk of chunks) {
    unread += chunk.length
    if (unread > IMPORT_ROW_BYTES_MAX) refuse('a text in it is too long')
    parser.write(decoder.write(chunk))
    await pause()
  }
  parser.write(decoder.end())
  parser.close()
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}
