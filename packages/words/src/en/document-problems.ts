import { area } from '../area.ts';

/** Messages about an uploaded file: why it can't be used, why it has to wait, and what to check. */
export const documentProblems = area('document-problems', {
  /** They say what to do, and never blame the applicant. */
  problem: {
    wrong_content:
      "This file isn't the kind of file its name says. Please save it again as .png, .jpeg, .jpg, .pdf, or .docx and upload the new file.",
    old_word:
      'This is a file in an older Word format (.doc). Please open it, save it as a PDF or as .docx, and upload the new file.',
    open_document: 'This is an OpenDocument text file (.odt). Please open it, save it as a PDF, and upload that.',
    rich_text: 'This is a rich text file (.rtf). Please open it, save it as a PDF, and upload that.',
    apple_document:
      'This is a file from Pages, Numbers, or Keynote. Please open it, export it as a PDF, and upload that.',
    spreadsheet: 'This is a spreadsheet. Please open it, save it as a PDF, and upload that.',
    slides: 'This is a slide presentation. Please open it, save it as a PDF, and upload that.',
    web_page: 'This is a saved web page or email. Please open it, print it to a PDF, and upload that.',
    other_picture:
      'This is a picture in another format (GIF, WebP, BMP, TIFF, or the like). Please open it, save it as .jpg or .png, and upload the new file.',
    unreadable_picture:
      "This picture is saved in a way that we can't read, though it may be fine on your device. Please open it, save it as an ordinary .jpg or .png, and upload the new file.",
    heic: "This photo is in HEIC format, which we can't open. Please upload it from the phone that took it, or save it as .jpg and upload that.",
    encrypted:
      "This file is protected with a password, so we can't open it. Please save a copy without a password and upload that.",
    dynamic_form:
      "This PDF is a form that only Adobe Reader can show, so we can't convert it. Please open it there, print it to a new PDF, and upload that.",
    portfolio:
      'This PDF only says that the real document is inside it or is protected. Please open it in the program that it names, save or print the document itself as a new PDF, and upload that.',
    damaged:
      'This file is damaged or incomplete. Please check that it opens on your device, save it again, and upload the new file.',
    macros:
      "This Word file contains macros, which we can't accept. Please save it as .docx without macros or as a PDF, and upload that.",
    too_much_inside:
      'This file has more in it than we can convert, such as very large pictures or too many pages. Please make it smaller or shorter and upload it again.',
    too_deep:
      'This Word file has tables inside tables, more levels deep than we can convert. Please save it as a PDF, or take a photo of it, and upload that.',
    blank:
      'Every page of this file is blank. Please check that you chose the right file and upload the one that shows your document.',
    content_lost:
      'Part of this file got lost when we converted it. Please save it as a PDF, or take a photo of it, and upload that.',
    linked_picture:
      "This Word file shows a picture that isn't stored in the file, so we didn't receive it. Please save the document as a PDF and upload that.",
    embedded_document:
      "This Word file shows another document, such as a web page, that we can't include. Please save it as a PDF and upload that.",
    comments_only:
      'This Word file has comments but nothing on its pages. Please put the text into the document itself and upload it again.',
    too_slow: 'This file took too long to convert. Please save it as a PDF, or take a photo of it, and upload that.',
    unconvertible:
      "We couldn't turn this file into a PDF. Please save it as a PDF, or take a photo of it, and upload that.",
    infected:
      'Our virus scanner found something harmful in this file, so we deleted it. Please upload a different copy of the document.',
    missing: "We didn't receive all of this file. Please upload it again.",
    took_too_long: 'Converting this file took too long, so we stopped. Please upload it again.',
  },
  ofPage: 'Page {page}: {problem}',
  waiting: {
    pdf: 'We have your file. Converting it is taking longer than usual today. You can keep working on your application in the meantime.',
    word: 'We have your file. Converting Word files is taking longer than usual today. You can keep working on your application in the meantime.',
    scanner:
      'We have your file. Checking it is taking longer than usual today. You can keep working on your application in the meantime.',
  },
  /** About a single photo. */
  photo: {
    dark: "This photo is very dark. Please look at what we got, and if you can't read it, take the photo again with more light.",
    bright:
      "This photo is almost all white. Please look at what we got, and if you can't read it, take the photo again with less light.",
    blurred:
      "This photo looks blurred. Please look at what we got, and if you can't read it, take the photo again and hold the camera still.",
  },
  /** Items of a list, about a photo that is one page of a document. */
  page: {
    dark: 'page {page} is very dark',
    bright: 'page {page} is almost all white',
    blurred: 'page {page} looks blurred',
  },
  look: {
    one: "{pages}. Please look at what we got, and if you can't read it, take that photo again.",
    other: "{pages}. Please look at what we got, and if you can't read them, take those photos again.",
  },
  /** Content of a Word file or PDF that our PDF lacks. The file is accepted anyway. */
  loss: {
    linked_picture: {
      one: "On page {pages}, a linked picture is missing, because it isn't stored in the file.",
      other: "On pages {pages}, a linked picture is missing, because it isn't stored in the file.",
    },
    linked_document: {
      one: "On page {pages}, a linked document is missing, because it isn't stored in the file.",
      other: "On pages {pages}, a linked document is missing, because it isn't stored in the file.",
    },
    diagram: {
      one: "On page {pages}, a diagram is missing, because we can't draw it.",
      other: "On pages {pages}, a diagram is missing, because we can't draw it.",
    },
    picture: {
      one: "On page {pages}, a picture is missing, because we can't open its format.",
      other: "On pages {pages}, a picture is missing, because we can't open its format.",
    },
    formula: {
      one: "On page {pages}, a formula or barcode is missing, in part or as a whole, because we can't draw it.",
      other: "On pages {pages}, a formula or barcode is missing, in part or as a whole, because we can't draw it.",
    },
    cut_off: {
      one: 'On page {pages}, something that is wider than the page, such as a long formula, is cut off.',
      other: 'On pages {pages}, something that is wider than the page, such as a long formula, is cut off.',
    },
  },
  besidesPages: {
    comments: 'Comments beside the text are not included.',
    attachment: 'Files attached to this PDF are not included.',
  },
  lookAtPages:
    '{losses} Please look at what we got. If something that is missing matters, put it on the pages of the document and upload the new file.',
  lookAtWord:
    '{losses} Please look at what we got. To include everything, save the document as a PDF on your device and upload that.',
});
