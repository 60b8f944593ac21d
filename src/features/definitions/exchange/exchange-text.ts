import { atom } from 'jotai'
import * as v from 'valibot'
import type { Failure } from '#api/result.ts'
import type { Store } from '#command-kit/context.ts'
import { ExchangeDocument } from '#contract/shapes/exchange-document.ts'
import { fromWire, toWire, type Named } from '#contract/shapes/wire-names.ts'
import { refusal } from '#features/definitions/copy-definition.ts'
import { readDefinition, type Definition } from '#features/definitions/definition.ts'

/** A text for the import page; each one begins a new import. */
interface GivenText {
  readonly id: number
  readonly text: string
}

let lastId = 0

export const givenTextAtom = atom<GivenText | null>(null)

export function giveText(store: Store, text: string): void {
  lastId += 1
  store.set(givenTextAtom, { id: lastId, text })
}

const LONE_SURROGATE = /\p{Surrogate}/u

/** Deeper values would exceed the stack. */
const LEVELS_MAX = 200

/**
 * The canonical form of a JSON value (RFC 8785, JCS): sorted keys, no blanks, numbers and texts as ECMAScript writes
 * them. Null for a value without one: a lone surrogate, a number that is not finite, or too many levels.
 */
export function canonicalJson(value: unknown, levels = LEVELS_MAX): string | null {
  if (levels === 0) return null
  if (typeof value === 'string') return LONE_SURROGATE.test(value) ? null : JSON.stringify(value)
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : null
  if (typeof value === 'boolean' || value === null) return String(value)
  if (Array.isArray(value))
    return joined(
      value.map((part) => canonicalJson(part, levels - 1)),
      '[',
      ']',
    )
  if (typeof value !== 'object') return null
  const members = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    // By UTF-16 code units, as the RFC requires.
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, part]) => {
      const [key, text] = [canonicalJson(name), canonicalJson(part, levels - 1)]
      return key === null || text === null ? null : `${key}:${text}`
    })
  return joined(members, '{', '}')
}

function joined(parts: readonly (string | null)[], open: string, close: string): string | null {
  return parts.includes(null) ? null : `${open}${parts.join(',')}${close}`
}

/** Definitions for another server, without the hash. */
export type Exchange = Omit<Named<ExchangeDocument>, 'sha256'>

/** Whether the hash belongs to the content. Unchecked: browsers compute hashes over HTTPS only. */
export type HashCheck = 'verified' | 'differs' | 'absent' | 'unchecked'

export interface ReadExchange {
  readonly ok: true
  readonly document: Exchange
  readonly check: HashCheck
  readonly hash: string | null
}

export const EMPTY_EXCHANGE: Exchange = {
  format: 'diver-exchange',
  version: 1,
  customVariables: [],
  cohorts: [],
  variableSets: [],
  variables: [],
}

const NO_EXCHANGE = 'This text contains no definitions from this product.'

/** The document as text, in the API's names, with its hash. */
export async function exchangeText(document: Exchange): Promise<string> {
  const wire: Omit<ExchangeDocument, 'sha256'> = toWire<Omit<ExchangeDocument, 'sha256'>>(document)
  const sha256 = await hashOf(wire)
  return `${JSON.stringify({ ...wire, ...(sha256 !== null && { sha256 }) }, null, 2)}\n`
}

const Versioned = v.object({ format: v.literal('diver-exchange'), version: v.number() })

/** Whether a text is a document rather than one copied definition. */
export function isExchange(text: string): boolean {
  return v.is(v.pipe(v.string(), v.parseJson(), Versioned), text)
}

/** Parses a document and checks its hash; takes copied definitions too. */
export async function readExchange(text: string): Promise<ReadExchange | Failure> {
  const copied = readDefinition(text)
  if (copied !== null) return { ok: true, document: exchangeOf(copied), check: 'absent', hash: null }
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
  if (!json.success) return refusal(NO_EXCHANGE)
  const versioned = v.safeParse(Versioned, json.output)
  if (!versioned.success) return refusal(NO_EXCHANGE)
  if (versioned.output.version !== 1) {
    return refusal(`These definitions have version ${versioned.output.version}; this product reads version 1.`)
  }
  const parsed = v.safeParse(ExchangeDocument, json.output)
  if (!parsed.success) {
    const [issue] = parsed.issues
    return refusal(`These definitions are invalid at ${v.getDotPath(issue) ?? 'the top'}: ${issue.message}`)
  }
  const { sha256, ...document } = parsed.output
  const hash = await hashOf(json.output)
  return { ok: true, document: fromWire(document), check: checkOf(sha256 ?? null, hash), hash }
}

function checkOf(stated: string | null, hash: string | null): HashCheck {
  if (stated === null) return 'absent'
  if (hash === null) return 'unchecked'
  return stated.toLowerCase() === hash ? 'verified' : 'differs'
}

/** SHA-256 of the canonical form without the member `sha256`; null without a secure context or a canonical form. */
export async function hashOf(document: unknown): Promise<string | null> {
  if (typeof document !== 'object' || document === null || globalThis.crypto?.subtle === undefined) return null
  const text = canonicalJson({ ...document, sha256: undefined })
  if (text === null) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function exchangeOf(copied: Definition): Exchange {
  if (copied.kind === 'cohort') return { ...EMPTY_EXCHANGE, cohorts: copied.cohorts }
  if (copied.kind === 'custom-variable') return { ...EMPTY_EXCHANGE, customVariables: copied.customVariables }
  const { name, description, variables } = copied
  return { ...EMPTY_EXCHANGE, variableSets: [{ name, description, variables }] }
}
