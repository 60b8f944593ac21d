import { describe, expect, it } from 'vitest'
import { resized } from '#workspace/workspace-port.ts'

describe('pane widths', () => {
  it('become equal', () => {
    expect(resized([70, 20, 10], 0, 'equal')).toEqual([100 / 3, 100 / 3, 100 / 3])
  })

  it('grow by taking space from panes above the minimum width', () => {
    expect(resized([50, 50], 0, 'wider')).toEqual([55, 45])
    expect(resized([50, 38, 12], 0, 'wider')).toEqual([55, 33, 12])
    expect(resized([86, 14], 0, 'wider')).toEqual([88, 12])
    expect(resized([14, 86], 0, 'narrower')).toEqual([12, 88])
  })

  it('always sum to 100 %', () => {
    for (const change of ['equal', 'wider', 'narrower'] as const) {
      const sum = resized([12, 12, 40, 36], 2, change).reduce((total, size) => total + size, 0)
      expect(sum).toBeCloseTo(100)
    }
  })

  it('stay at 100 % for a single pane', () => {
    expect(resized([100], 0, 'wider')).toEqual([100])
  })
})
