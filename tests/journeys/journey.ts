import { expect, test as base } from '@playwright/test'

export { expect }

/** Chromium's console text for a CSP violation. */
export const POLICY_VIOLATION = /Content Security Policy|TrustedHTML|TrustedScript|TrustedTypePolicy/

/** Playwright's test; fails on any violation of the content security policy. */
export const test = base.extend<{ readonly policyIsKept: void }>({
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
