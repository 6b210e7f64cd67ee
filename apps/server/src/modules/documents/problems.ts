import { CONVERSION_PROBLEMS, type ConversionProblem, type ConverterPart } from '../../adapters/converter/converter.ts';

export type DocumentProblem = ConversionProblem | 'infected' | 'missing' | 'took_too_long';

/** Why a document is FAILED, in words that say what to do. Never the applicant's fault. */
const PROBLEM_WORDS: Readonly<Record<DocumentProblem, string>> = {
  wrong_content:
    'This file holds something other than its name says. Please save it again as .png, .jpeg, .jpg, .pdf or .docx and upload the new file.',
  old_word: 'This file is in the older Word format. Please open it, save it as .docx or PDF, and upload the new file.',
  heic: 'This photo is in the HEIC format. Please save or share it as .jpg and upload the new file.',
  encrypted:
    'This file is protected with a password, so we cannot open it. Please save a copy without a password and upload that.',
  dynamic_form:
    'This PDF is a form that only Adobe Reader can show, so we cannot convert it. Please open it there, print it to a new PDF, and upload that.',
  damaged:
    'This file is damaged or not complete. Please check that it opens on your device, save it again, and upload the new file.',
  macros:
    'This Word file contains macros, which we cannot take. Please save it as .docx without macros or as a PDF, and upload that.',
  too_much_inside:
    'There is more in this file than we can convert: very large pictures or very many pages. Please make it smaller, or split it, and upload that.',
  too_slow: 'This file took too long to convert. Please save it as a PDF, or take a photo of it, and upload that.',
  unconvertible:
    'We could not make a PDF of this file. Please save it as a PDF, or take a photo of it, and upload that.',
  infected:
    'Our virus scanner found something harmful in this file, so we deleted it. Please upload a different copy of the document.',
  missing: 'This file did not reach us completely. Please upload it again.',
  took_too_long: 'Converting this file took too long, so we stopped. Please upload it again.',
};

function isProblem(text: string): text is DocumentProblem {
  return Object.hasOwn(PROBLEM_WORDS, text);
}

/** The sentence for a stored problem. */
export function problemWords(problem: string | null): string {
  return PROBLEM_WORDS[problem !== null && isProblem(problem) ? problem : 'unconvertible'];
}

/** What a document can wait for on this machine. */
export type AwaitedPart = ConverterPart | 'scanner';

const WAITING_WORDS: Readonly<Record<AwaitedPart, string>> = {
  pdf: 'We have your file. Converting it takes longer than usual today; you can go on with your application meanwhile.',
  word: 'We have your file. Converting Word files takes longer than usual today; you can go on with your application meanwhile.',
  scanner:
    'We have your file. Checking it takes longer than usual today; you can go on with your application meanwhile.',
};

export function isAwaitedPart(text: string): text is AwaitedPart {
  return Object.hasOwn(WAITING_WORDS, text);
}

export function waitingWords(part: string): string {
  return WAITING_WORDS[isAwaitedPart(part) ? part : 'pdf'];
}

export const DOCUMENT_PROBLEMS: readonly DocumentProblem[] = [
  ...CONVERSION_PROBLEMS,
  'infected',
  'missing',
  'took_too_long',
];
