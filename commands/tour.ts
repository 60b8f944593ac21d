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
    help: 'Explains the product in seven steps; you can end it at any time.',
    run: (context) => startTour(context),
    examples: [{}],
  }),
  'tour.back': action<'tour.back'>({
    title: 'Tour: back',
    section: 'Help',
    help: 'Goes back to the previous step.',
    visible: (context) => tourStep(context) !== null,
    available: (context) => tourStep(context) !== 0 || { because: 'This is the first step.' },
    run: (context) => moveTour(context, -1),
    examples: [{}],
  }),
  'tour.next': action<'tour.next'>({
    title: (context) => (isLastStep(context) ? 'Tour: done' : 'Tour: next'),
    section: 'Help',
    help: 'Goes to the next step, or ends the tour after the last one.',
    visible: (context) => tourStep(context) !== null,
    run: (context) => moveTour(context, 1),
    examples: [{}],
  }),
  'tour.end': action<'tour.end'>({
    title: 'Tour: skip',
    section: 'Help',
    keywords: ['leave', 'stop', 'not now'],
    help: 'Ends the tour; you can start it again in Help.',
    visible: (context) => tourStep(context) !== null || isTourOffered(context),
    run: (context) => endTour(context),
    examples: [{}],
  }),
  'glossary.open': action<'glossary.open'>({
    title: 'Glossary',
    section: 'Help',
    keywords: ['words', 'terms', 'explain', 'meaning', 'what is'],
    help: 'Explains each term in one sentence.',
    keys: [{ seq: 'g w', scope: 'global' }],
    run: (context, { term }) => openGlossary(context, term),
    examples: [{}, { term: 'no-record' }],
  }),
}
