import type { Page } from '@playwright/test'

const age = (constraint_type: string, constraint_value: string) => ({
  relationship: 'AND',
  constraints: [{ variable_name: 'INTERVIEW_AGE', constraint_type, constraint_value }],
})

/** Creates the custom variable AGE_IN_TWO: YOUNG below 40, else OLD. */
export async function makeAgeInTwo(page: Page, url: string): Promise<void> {
  const data = {
    name: 'AGE_IN_TWO',
    construct_type: 'downcode',
    defaultValue: '',
    variables: ['INTERVIEW_AGE'],
    values: [
      { name: 'YOUNG', definition: age('LT', '40') },
      { name: 'OLD', definition: age('GTE', '40') },
    ],
  }
  const response = await page.request.post(`${url}/api/v0/construct/new`, { data })
  if (!response.ok()) throw new Error(`AGE_IN_TWO was not created: ${await response.text()}`)
}
