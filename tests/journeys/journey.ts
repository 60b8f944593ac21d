import { expect, test as base } from '@playwright/test'

export { expect }

/** Chromium's console text for a CSP violation. */
export const POLICY_VIOLATION = /Content Security Policy|TrustedHTML|TrustedScript|TrustedTypePolicy/

interface Fixtures {
  readonly policyIsKept: void
  /** The explorer repeats names of the panes and requests their lists, so that most journeys begin without it. */
  readonly hasExplorer: boolean
  readonly explorer: void
}

/** Playwright's test; fails on any violation of the content security policy. */
export const test = base.extend<Fixtures>({
  hasExplorer: [false, { option: true }],
  explorer: [
    async ({ context, hasExplorer }, use) => {
      const hide = () => {
        for (const user of ['researcher', 'admin', 'newcomer']) localStorage[`explorer:${user}`] ??= 'false'
      }
      if (!hasExplorer) await context.addInitScript(hide)
      await use()
    },
    { auto: true },
  ],
  policyIsKept: [
    async ({ context }, use) => {
      const violations: string[] = []
      context.on('console', (message) => {
        if (POLICY_VIOLATION.test(message.text())) violations.push(`${message.text()} ${message.location().url}`)
      })
      await use()
      expect(violations).toEqual([])
    },
    { auto: true },
  ],
})
