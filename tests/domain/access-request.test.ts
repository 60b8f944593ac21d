import { expect, test } from 'vitest'
import { accessRequestText } from '#domain/access-request.ts'

test('a request names account, collections and purpose, and marks each empty field', () => {
  const request = { username: 'ada', name: 'Ada King', collections: ['bp', 'x1'], purpose: '' }
  expect(accessRequestText(request)).toContain('Account: Ada King (ada)\nCollections: Bipolar disorder (bp), x1\n')
  expect(accessRequestText(request)).toContain('Purpose of the study: [to fill in]\n')
  const filled = accessRequestText({ ...request, name: '', purpose: ' Sleep in mania. ' })
  expect(filled).toContain('Account: ada\n')
  expect(filled).toContain('Purpose of the study: Sleep in mania.\n')
})
