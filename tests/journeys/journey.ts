import { expect, test as base } from '@playwright/test'

export { expect }

/** How Chromium words a violation on its console. */
export const POLICY_VIOLATION = /Content Security Policy|TrustedHTML|TrustedScript|TrustedTypePolicy/

/** Playwright's test; it fails where the browser reports that a page violates the content security policy. */
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
