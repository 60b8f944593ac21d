import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const read = new Map<string, string>()
function sourceOf(file: string): string {
  const path = join('tests', file)
  const known = read.get(path) ?? (existsSync(path) ? readFileSync(path, 'utf8') : '')
  read.set(path, known)
  return known
}

/** Whether a file has a test of that name as a string literal. */
export function hasTest(file: string, name: string): boolean {
  const written = sourceOf(file)
  return [`'${name}'`, `"${name}"`, `\`${name}\``].some((quoted) =>
    new RegExp(`\\(\\s*${escaped(quoted)}\\s*,`).test(written),
  )
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}-]/g, '\\$&')
}
