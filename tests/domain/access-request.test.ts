import { expect, test } from 'vitest'
import { accessRequestText } from '#domain/access-request.ts'

test('a request names recipient, account, collections and all fields, and marks each empty one', () => {
  const fields = { purpose: '', team: '', storage: '' }
  const request = { username: 'ada', name: 'Ada King', recipient: null, collections: ['bp', 'x1'], ...fields }
  expect(accessRequestText(request)).toContain('To: the operator of this installation\nAccount: Ada King (ada)\n')
  expect(accessRequestText(request)).toContain('Collections: Bipolar disorder (bp), x1\n')
  expect(accessRequestText(request).match(/\[to fill in\]/g)).toHaveLength(3)
  expect(accessRequestText({ ...request, collections: [] })).toContain('Collections: [to fill in]\n')
  const filled = accessRequestText({
    ...request,
    name: '',
    recipient: 'access@example.org',
    purpose: ' Sleep in mania. ',
    team: 'Ada King, Bo Li',
    storage: 'University server, encrypted',
  })
  expect(filled.split('\n').slice(2)).toEqual([
    'To: access@example.org',
    'Account: ada',
    'Collections: Bipolar disorder (bp), x1',
    'Purpose of the study: Sleep in mania.',
    'Members of the team who will work with the data: Ada King, Bo Li',
    'Storage of the data: University server, encrypted',
    '',
  ])
})
