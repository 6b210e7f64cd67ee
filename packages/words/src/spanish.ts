import { es as apiErrors } from './es/api-errors.ts';
import { es as app } from './es/app.ts';
import { es as applicantAccount } from './es/applicant-account.ts';
import { es as auth } from './es/auth.ts';
import { es as beforeYouStart } from './es/before-you-start.ts';
import { es as changeEmail } from './es/change-email.ts';
import { es as changePassword } from './es/change-password.ts';
import { es as clearAnswers } from './es/clear-answers.ts';
import { es as completion } from './es/completion.ts';
import { es as confirm } from './es/confirm.ts';
import { es as dialog } from './es/dialog.ts';
import { es as documentProblems } from './es/document-problems.ts';
import { es as documents } from './es/documents.ts';
import { es as early } from './es/early.ts';
import { es as failures } from './es/failures.ts';
import { es as fileRules } from './es/file-rules.ts';
import { es as forgot } from './es/forgot.ts';
import { es as formKinds } from './es/form-kinds.ts';
import { es as formNews } from './es/form-news.ts';
import { es as formPage } from './es/form-page.ts';
import { es as foundPlaces } from './es/found-places.ts';
import { es as help } from './es/help.ts';
import { es as identityRules } from './es/identity-rules.ts';
import { es as login } from './es/login.ts';
import { es as lookup } from './es/lookup.ts';
import { es as mails } from './es/mails.ts';
import { es as outcomes } from './es/outcomes.ts';
import { es as pdfDownload } from './es/pdf-download.ts';
import { es as photoPages } from './es/photo-pages.ts';
import { es as print } from './es/print.ts';
import { es as privacy } from './es/privacy.ts';
import { es as reminders } from './es/reminders.ts';
import { es as reset } from './es/reset.ts';
import { es as restore } from './es/restore.ts';
import { es as review } from './es/review.ts';
import { es as saving } from './es/saving.ts';
import { es as serviceView } from './es/service-view.ts';
import { es as sessionEnd } from './es/session-end.ts';
import { es as sessionWatch } from './es/session-watch.ts';
import { es as shell } from './es/shell.ts';
import { es as signup } from './es/signup.ts';
import { es as submitting } from './es/submitting.ts';
import { es as terms } from './es/terms.ts';
import { es as toasts } from './es/toasts.ts';
import { es as typedBefore } from './es/typed-before.ts';
import { es as unexpected } from './es/unexpected.ts';
import { es as uploads } from './es/uploads.ts';
import type { Language } from './language.ts';

/** All of Spanish, as families in the United States read it. For the server: a browser loads the areas that its page needs. */
export const SPANISH: Language = {
  locale: 'es-US',
  texts: {
    'api-errors': apiErrors,
    app,
    'applicant-account': applicantAccount,
    auth,
    'before-you-start': beforeYouStart,
    'change-email': changeEmail,
    'change-password': changePassword,
    'clear-answers': clearAnswers,
    completion,
    confirm,
    dialog,
    'document-problems': documentProblems,
    documents,
    early,
    failures,
    'file-rules': fileRules,
    forgot,
    'form-kinds': formKinds,
    'form-news': formNews,
    'form-page': formPage,
    'found-places': foundPlaces,
    help,
    'identity-rules': identityRules,
    login,
    lookup,
    mails,
    outcomes,
    'pdf-download': pdfDownload,
    'photo-pages': photoPages,
    print,
    privacy,
    reminders,
    reset,
    restore,
    review,
    saving,
    'service-view': serviceView,
    'session-end': sessionEnd,
    'session-watch': sessionWatch,
    shell,
    signup,
    submitting,
    terms,
    toasts,
    'typed-before': typedBefore,
    unexpected,
    uploads,
  },
};
