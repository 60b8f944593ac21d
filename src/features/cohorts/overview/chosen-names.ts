import { atom, type Getter } from 'jotai'
import * as v from 'valibot'
import { userStorageAtom } from '#command-kit/stored-for-user.ts'
import { currentProjectIdAtom } from '#entities/projects/projects.ts'
import { userAtom } from '#entities/session/session.ts'
import type { PyramidNames } from '#features/cohorts/overview/pyramid.ts'

const StoredNames = v.record(v.string(), v.object({ sex: v.string(), age: v.string() }))
const storedNames = userStorageAtom('pyramid', StoredNames, {})

const ownNamesAtom = (get: Getter) => storedNames(get(userAtom)?.username ?? '')
const projectKey = (get: Getter) => String(get(currentProjectIdAtom).data ?? '')

/** The variables that the user chose in the current project, kept in the browser; null for the usual names. */
export const chosenNamesAtom = atom(
  (get): PyramidNames | null => get(ownNamesAtom(get))[projectKey(get)] ?? null,
  (get, set, names: PyramidNames) => {
    const stored = ownNamesAtom(get)
    set(stored, { ...get(stored), [projectKey(get)]: names })
  },
)
