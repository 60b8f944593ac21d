import { spawn } from 'node:child_process'
import { EXIT, type Exit, type TerminalContext } from '#terminal/context.ts'
import { print } from '#terminal/print.ts'
import { cohortOf } from '#terminal/saved.ts'

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** Opens the page in the browser; its address is printed as well. */
export async function openPage(context: TerminalContext, [cohort]: readonly string[]): Promise<Exit> {
  const path = cohort === undefined ? '/' : `/cohorts/${(await cohortOf(context, cohort)).id}`
  const address = new URL(path, context.server).href
  const [program, ...words] = OPENERS[context.platform] ?? ['xdg-open']
  spawn(program, [...words, address], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
  print(context, { address }, () => address)
  return EXIT.done
}
