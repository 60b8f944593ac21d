import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { PDF_SECURITY_POLICY } from '#server/platform/http/browser-security.ts'
import { notFound, Refusal } from '#server/platform/http/refusal.ts'
import type { Api } from '#server/platform/http/route-for.ts'
import { drawCodebook } from '#server/store/codebooks/draw-codebook.ts'
import { CODEBOOK_FILE } from '#server/store/codebooks/fill-pages.ts'
import { type Codebook, readCodebooks } from '#server/store/codebooks/read-codebook.ts'

/** The fragment of the URL names the page. */
const CODEBOOKS = '/codebooks/:file'

/** Serves codebooks to signed-in users. A codebook is drawn at its first request and cached. */
export function codebookRoutes({ app, services }: Pick<Api, 'app' | 'services'>): void {
  const { database } = services
  app.get(CODEBOOKS, async (context, next) => {
    const codebook = await database.withConnection(async (connection) => {
      const refusal = await services.signedIn(connection, context).then(() => null, refusalOf)
      if (refusal) return refusal
      const file = context.req.param('file')
      if (!CODEBOOK_FILE.test(file)) return notFound('codebook')
      const found = await readCodebooks(connection, sql`pdf_file = ${file}`)
      return [...found.values()][0] ?? notFound('codebook')
    })
    if (codebook instanceof Refusal) {
      if (!isForAPerson(context.req.header('accept'))) throw codebook
      // The front end's page shows the login form or the not-found page.
      await next()
      const { body, headers } = context.res
      context.res = new Response(body, { status: codebook.status, headers })
      return context.res
    }
    const bytes = await cachedOrDrawn(database, codebook)
    return context.body(bytes, 200, {
      'content-type': 'application/pdf',
      'content-disposition': 'inline',
      'cache-control': 'private, no-cache',
      'content-security-policy': PDF_SECURITY_POLICY,
    })
  })
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

function isForAPerson(accept: string | undefined): boolean {
  return accept?.includes('text/html') === true
}

const drawing = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** Cached beside the database by content hash, so a changed catalog has a new file. */
async function cachedOrDrawn(database: Database, codebook: Codebook): Promise<Uint8Array<ArrayBuffer>> {
  const sum = createHash('sha256').update(JSON.stringify(codebook)).digest('hex')
  if (database.path === ':memory:') return drawCodebook(codebook)
  const path = join(dirname(database.path), 'codebooks', `${sum}.pdf`)
  const cached = await readFile(path).catch(() => null)
  if (cached) return new Uint8Array(cached)
  const pending = drawing.get(path)
  if (pending) return pending
  const drawn = drawAndCache(path, codebook).finally(() => drawing.delete(path))
  drawing.set(path, drawn)
  return drawn
}

async function drawAndCache(path: string, codebook: Codebook): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await drawCodebook(codebook)
  await mkdir(dirname(path), { recursive: true })
  // Write and rename: readers see a complete file or none.
  await writeFile(`${path}.part`, bytes)
  await rename(`${path}.part`, path)
  return bytes
}
