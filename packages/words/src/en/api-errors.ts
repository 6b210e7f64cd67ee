import { area } from '../area.ts';

/**
 * The text of each error of the contract, by its code (D13). Some errors have a more precise text after it.
 */
export const apiErrors = area('api-errors', {
  bad_request: "We couldn't read part of that request. Please reload the page and try again.",
  bad_request_deadline: 'Please choose a day and a time in the future.',
  bad_request_assignee: 'Nothing can be assigned to this person: their role may not open applications.',
  bad_answer: "One of your answers isn't in a format we can save. Please check it and try again.",
  bad_answer_unknown:
    "We couldn't save this: the answer to “{name}” can't be kept, because this application has no such question.",
  bad_answer_wrong_type: "We couldn't save this: the answer to “{name}” isn't the kind of answer this question takes.",
  bad_answer_too_long: "We couldn't save this: the answer to “{name}” is longer than this question allows.",
  wrong_credentials: "That email address and password don't match. Please check both and try again.",
  not_confirmed:
    'Please confirm your account first. Enter the code from our email, or choose “Resend confirmation code” to get a new one. If you entered the code on another device, choose your password first: we emailed you a link.',
  wrong_code:
    "That code isn't right, or it has expired. Codes last 10 minutes, and only the newest one works. Please check it or ask for a new one.",
  wrong_app_code:
    "That isn't the app's code. Please wait for the next one. If it's refused too, set your phone's clock to automatic.",
  wrong_reset_link:
    'This link to reset your password no longer works. Links last one hour and work only once. Please ask for a new one.',
  same_email: 'Your account has this email address already. Please enter another one.',
  wrong_restore_link:
    'This link no longer works. Links last 3 days and work only once. If you need help with your account, please write to us.',
  wrong_current_password: "That isn't your current password. Please check it and try again.",
  wrong_sign_in:
    "That email address, password and code don't go together. Please check all three, and wait for the next code.",
  wrong_set_up_link:
    'This link no longer works. Links last two days and work only once. Please ask a director for a new one.',
  bad_cursor: 'This page of the list belongs to another order. Please go back to the first page.',
  bad_role: "There's no such role. Please choose one from the list.",
  weak_password: 'That password is too easy to guess. Please choose another one.',
  weak_password_about:
    "That password is too easy to guess: it's built on your email address or our name. Try three or four words that have nothing to do with each other, with a number between them.",
  weak_password_common:
    "That password is too easy to guess: it's built on a word, a name or a password that many people use. Try three or four words that have nothing to do with each other, with a number between them.",
  weak_password_keyboard:
    'That password is too easy to guess: its characters are neighbors on the keyboard. Try three or four words that have nothing to do with each other, with a number between them.',
  weak_password_repeat:
    'That password is too easy to guess: it repeats the same characters. Try three or four words that have nothing to do with each other, with a number between them.',
  weak_password_sequence:
    'That password is too easy to guess: its characters follow one another, like abc or 123. Try three or four words that have nothing to do with each other, with a number between them.',
  weak_password_date:
    "That password is too easy to guess: it's built on a date or a year. Try three or four words that have nothing to do with each other, with a number between them.",
  weak_password_short:
    "That password is too easy to guess: it's too short for the characters it has. Try three or four words that have nothing to do with each other, with a number between them.",
  invalid_password: "Your password doesn't meet the requirements. Please check them and try again.",
  /** {needs}: the unmet requirements, separated by semicolons. */
  invalid_password_needs: 'Your password needs: {needs}.',
  invalid_username: 'Your email address must be valid.',
  invalid_username_other: "This email address isn't valid. Please check it.",
  helper_address:
    "This is your own email address or one of your family's. Please enter the address of someone at your school.",
  file_refused: "That file can't be accepted. Please choose another one.",
  reply_too_long: 'Your explanation is too long. Please shorten it to 2,500 characters.',
  no_document_question: "This question doesn't take a file. Please reload the page and try again.",
  no_document_question_tab:
    "You've chosen something else here in another window or on another device, so we didn't keep this file. Please reload the page.",
  upload_order: "We couldn't read your file. Please choose it again.",
  upload_missing: "We didn't receive your file. Please check your connection and upload it again.",
  no_session: 'Your session has ended. Please log in again.',
  not_allowed: "You don't have permission to do that.",
  last_director: 'This is the only director. Please make somebody else a director first.',
  own_role: "You can't change your own role or remove yourself. Please ask another director.",
  not_allowed_pdf: 'Please log in to get your PDF copy.',
  cross_site:
    "This request didn't come from the application itself, so we refused it. Please reload the page and try again.",
  not_found: "We couldn't find what you asked for.",
  foreign_upload: 'This file was not uploaded for this question. Please upload it again.',
  upload_expired: 'The time to upload this file has expired. Please choose it again.',
  wrong_reminder_link:
    "This link isn't complete. Please open it again from our newest reminder. If that doesn't help, write to us and we'll stop them for you.",
  token_not_found: "This link isn't valid or has expired. Please ask for a new one.",
  wrong_help_link:
    'This link no longer works. Please ask the student to send it again: they can do that on the page with their application.',
  method_not_allowed: "That isn't possible here.",
  locked: "Your application has been submitted, so it can't be changed anymore.",
  locked_since_draft:
    'Your application was submitted after this draft copy was made. Please go back to the page and download your PDF copy there.',
  other_account:
    "Another account is logged in in this browser now, so we couldn't save here. Please log in again. What you typed on this page is kept.",
  form_changed:
    'The form has changed since you opened this page. What you typed is kept: reload the page to go on with the new form.',
  status_order: "Your application isn't at that step yet. Please reload the page.",
  term_not_open: "We don't take applications for this term yet. Your answers are saved.",
  /** {opens}: a moment in words. */
  term_not_open_until:
    'Applications for {term} open on {opens}. Your answers are saved: please come back then to submit them.',
  term_closed: 'Applications for this term have closed. Please choose another term, or write to us.',
  /** {closed}: a moment in words. */
  term_closed_since:
    'Applications for {term} closed on {closed}. Your answers are saved: you can choose another term on the first page, or write to {email}.',
  document_not_ready:
    "One of your documents isn't ready yet. Please try again in a few minutes, or delete the file and upload it again.",
  /** {label}: of the document's question. */
  document_not_ready_for:
    "We're still preparing the file for “{label}”, so your application hasn't been submitted yet. Please try again in a few minutes, or delete the file and upload it again.",
  document_replaced:
    "We didn't delete anything: a newer file has been uploaded here in another window or on another device. You see that file now.",
  staff_exists: 'Somebody with this email address is on the list already.',
  note_changed: 'This note has changed since you opened it. Please read the newer text, and then change it.',
  item_changed: 'This has changed since you opened it. Nothing was done; please look at how it stands now.',
  answer_changed: 'This answer was changed just now. Please close this and look at the newer one.',
  item_closed: 'Nothing more can be sent or decided here as it stands now. Please reload the page.',
  too_many_papers: 'There are very many files here already. Please write to us if you need to send more.',
  assigned_meanwhile: 'Nobody has this application any more. Nothing was changed; please choose again.',
  assigned_to_other: 'Meanwhile this application was assigned to {name}. Nothing was changed; please choose again.',
  stage_changed: 'Meanwhile this application was taken off its stage. Nothing was changed; please choose again.',
  stage_changed_to: 'Meanwhile this application was moved to “{stage}”. Nothing was changed; please choose again.',
  too_many_selected: "That's too many applications at once. Please select fewer, or narrow the list.",
  changed_since_preview:
    'These applications have changed since they were counted. Nothing was done; please look at what would happen now.',
  wrong_state: "That isn't possible for this application as it is now. Please reload the page.",
  too_large: "That's too large for us to save. Please make it shorter and try again.",
  wrong_type: "We can't accept that kind of content here.",
  not_complete: "Your application isn't complete yet. Please answer the remaining questions and submit it again.",
  not_complete_correction:
    "We can't keep this, because the answer to “{label}” would be missing or wrong. Please check what you entered.",
  email_change_too_soon:
    'You asked to change your email address just before. Please wait a little while, an hour at most, and try again.',
  too_many: 'There were too many attempts. Please wait a little while and try again.',
  too_many_seconds: {
    one: 'There were too many attempts. Please wait 1 second and try again.',
    other: 'There were too many attempts. Please wait {count} seconds and try again.',
  },
  too_many_minutes: {
    one: 'There were too many attempts. Please wait 1 minute and try again.',
    other: 'There were too many attempts. Please wait {count} minutes and try again.',
  },
  unexpected: "We've encountered an unexpected error at this time. Please try again later.",
  provider_away:
    "The university's sign-on can't be reached. You can go on reading for a while, but nothing can be changed until it's back.",
  storage_gone: "We can't store files right now. Nothing you've saved is lost. Please try again in a moment.",
  database_gone:
    "Something on our side isn't answering right now. Nothing you've saved is lost. Please try again in a moment.",
  overloaded: "We're very busy right now. Nothing you've saved is lost. Please try again in a moment.",
  overloaded_for: "We're very busy right now. Nothing you've saved is lost. Please try again in {seconds} seconds.",
});
