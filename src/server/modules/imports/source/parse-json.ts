import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import { ImportRefused, problemAt, type Problem } from '#server/modules/imports/source/problem.ts'

/** A parsed JSON text, and the positions of the keys of its outermost object. */
export interface LocatedJson {
  readonly value: unknown
  readonly lines: ReadonlyMap<string, number>
  /** Duplicate keys; the last one counts. */
  readonly repeated: readonly Problem[]
}

/** Reads JSON. Throws ImportRefused with line and column for invalid JSON. */
export function parseJson(file: string, source: string): LocatedJson {
  const text = withoutNan(source)
  const notes =
    text === source ? [] : [problemAt(file, null, 'It holds NaN or Infinity, which is no JSON; that is read as null.')]
  // JSON.parse does not report error positions reliably; this parser does.
  const errors: ParseError[] = []
  const tree = treeOf(file, text, errors)
  const [error] = errors
  if (error) throw new ImportRefused([problem(file, text, error.offset, reasonOf(error))])
  try {
    const { lines, repeated } = outermostKeys(file, text, tree)
    return { value: JSON.parse(text), lines, repeated: [...notes, ...repeated] }
  } catch (stricter) {
    throw new ImportRefused([problemAt(file, null, `This is not JSON: ${String(stricter)}.`)])
  }
}

/** Python's json module writes NaN for a missing value. */
function withoutNan(text: string): string {
  return /\b(?:NaN|Infinity)\b/.test(text)
    ? text.replaceAll(/([:,[]\s*)(?:NaN|-?Infinity)(?=\s*[,}\]])/g, '$1null')
    : text
}

/** The parser is recursive: unclosed brackets overflow the stack. */
function treeOf(file: string, text: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ImportRefused([problemAt(file, null, 'This JSON is nested too deeply to be read.')])
  }
}

/** CloseBraceExpected -> "This is not JSON: close brace expected." */
function reasonOf(error: ParseError): string {
  const words = printParseErrorCode(error.error).replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`)
  return `This is not JSON: ${words.toLowerCase()}.`
}

function problem(file: string, text: string, offset: number, reason: string): Problem {
  const before = text.slice(0, offset).split('\n')
  return problemAt(file, before.length, reason, (before.at(-1)?.length ?? 0) + 1)
}

function outermostKeys(file: string, text: string, tree: Node | undefined): Pick<LocatedJson, 'lines' | 'repeated'> {
  const lines = new Map<string, number>()
  const repeated: Problem[] = []
  const members = tree?.type === 'object' ? (tree.children ?? []) : []
  let line = 1
  let counted = 0
  for (const { offset, children } of members) {
    line += text.slice(counted, offset).split('\n').length - 1
    counted = offset
    const key = String(children?.[0]?.value)
    if (lines.has(key)) repeated.push(problem(file, text, offset, `"${key}" stands twice; the last one counts.`))
    lines.set(key, line)
  }
  return { lines, repeated }
}
