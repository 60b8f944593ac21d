import { atom } from 'jotai'
import type { ChoiceState } from '#command-kit/argument-source.ts'
import { projectsAtom } from '#entities/projects.ts'
import { choiceState } from '#entities/sources/choice-state.ts'

/** The user's projects as rows to choose from. */
export const projectRowsAtom = atom<ChoiceState>((get) =>
  choiceState(get(projectsAtom), (projects) =>
    projects.map((project) => ({
      value: project.projectId,
      title: project.name || `Project ${project.projectId}`,
      detail: project.description,
    })),
  ),
)
