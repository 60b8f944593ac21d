import { atom, type PrimitiveAtom } from 'jotai'
import { atomFamily } from 'jotai-family'
import type { PaneId } from '#workspace/panes/panes.ts'

/** Whether the page of a pane has the menu of its thing; else the pane's menu has the commands of both. */
export const hasThingMenuAtom = atomFamily<PaneId, PrimitiveAtom<boolean>>(() => atom(false))
