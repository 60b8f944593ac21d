import { action } from '#command-kit/declaration.ts'
import {
  endTour,
  isLastStep,
  isTourOffered,
  moveTour,
  openGlossary,
  startTour,
  tourStep,
} from '#features/help/use-cases.ts'

/** Help for new users: tour and glossary. */
export const tourCommands = {
  'tour.start': action<'tour.start'>({
    title: 'Take the tour',
    section: 'Help',
    keywords: ['introduction', 'begin', 'first', 'learn', 'new'],
    help: 'Shows in seven steps how the pieces fit together; it can be left at any time.',
    run: (context) => startTour(context),
    examples: [{}],
  }),
  'tour.back': action<'tour.back'>({
    title: 'Tour: back',
    section: 'Help',
    help: 'Goes back to the step before.',
    visible: (context) => tourStep(context) !== null,
    available: (context) => tourStep(context) !== 0 || { because: 'This is the first step.' },
    run: (context) => moveTour(context, -1),
    examples: [{}],
  }),
  'tour.next': action<'tour.next'>({
    title: (context) => (isLastStep(context) ? 'Tour: done' : 'Tour: next'),
    section: 'Help',
    help: 'Goes on to the next step; after the last the tour is over.',
    visible: (context) => tourStep(context) !== null,
    run: (context) => moveTour(context, 1),
    examples: [{}],
  }),
  'tour.end': action<'tour.end'>({
    title: 'Tour: skip',
    section: 'Help',
    keywords: ['leave', 'stop', 'not now'],
    help: 'Ends the tour for good; Help at the top has it again.',
    visible: (context) => tourStep(context) !== null || isTourOffered(context),
    run: (context) => endTour(context),
    examples: [{}],
  }),
  'glossary.open': action<'glossary.open'>({
    title: 'Glossary',
    section: 'Help',
    keywords: ['words', 'terms', 'explain', 'meaning', 'what is'],
    help: 'Explains the words of the field in one sentence each.',
    keys: [{ seq: 'g w', scope: 'global' }],
    run: (context, { term }) => openGlossary(context, term),
    examples: [{}, { term: 'no-record' }],
  }),
}
