import type { Translation } from '../area.ts';
import type { documentProblems } from '../en/document-problems.ts';

export const es = {
  problem: {
    wrong_content:
      'Este archivo no es del tipo que indica su nombre. Guárdalo otra vez como .png, .jpeg, .jpg, .pdf o .docx y sube el archivo nuevo.',
    old_word:
      'Este archivo tiene un formato antiguo de Word (.doc). Ábrelo, guárdalo como PDF o .docx y sube el archivo nuevo.',
    open_document: 'Este es un archivo de texto OpenDocument (.odt). Ábrelo, guárdalo como PDF y sube ese.',
    rich_text: 'Este es un archivo de texto enriquecido (.rtf). Ábrelo, guárdalo como PDF y sube ese.',
    apple_document: 'Este es un archivo de Pages, Numbers o Keynote. Ábrelo, expórtalo como PDF y sube ese.',
    spreadsheet: 'Esta es una hoja de cálculo. Ábrela, guárdala como PDF y sube ese.',
    slides: 'Esta es una presentación. Ábrela, guárdala como PDF y sube ese.',
    web_page: 'Esta es una página web o un correo que se guardó. Ábrelo, imprímelo como PDF y sube ese.',
    other_picture:
      'Esta imagen tiene otro formato (GIF, WebP, BMP, TIFF o parecido). Ábrela, guárdala como .jpg o .png y sube el archivo nuevo.',
    unreadable_picture:
      'Esta imagen se guardó de una forma que no podemos leer, aunque quizá se vea bien en tu dispositivo. Ábrela, guárdala como .jpg o .png normal y sube el archivo nuevo.',
    heic: 'Esta foto está en formato HEIC, que no podemos abrir. Súbela desde el teléfono con el que la tomaste, o guárdala como .jpg y sube ese archivo.',
    encrypted:
      'Este archivo está protegido con contraseña y no podemos abrirlo. Guarda una copia sin contraseña y sube esa.',
    dynamic_form:
      'Este PDF es un formulario que solo Adobe Reader puede mostrar y no podemos convertirlo. Ábrelo ahí, imprímelo como un PDF nuevo y sube ese.',
    portfolio:
      'Este PDF solo dice que el documento real está dentro o protegido. Ábrelo en el programa que indica, guarda o imprime el documento mismo como un PDF nuevo y sube ese.',
    damaged:
      'Este archivo está dañado o incompleto. Comprueba que se abra en tu dispositivo, guárdalo otra vez y sube el archivo nuevo.',
    macros:
      'Este archivo de Word tiene macros, que no podemos aceptar. Guárdalo como .docx sin macros o como PDF y sube ese.',
    too_much_inside:
      'Este archivo contiene más de lo que podemos convertir, por ejemplo imágenes muy grandes o demasiadas páginas. Hazlo más pequeño o más corto y súbelo otra vez.',
    too_deep:
      'Este archivo de Word tiene tablas dentro de tablas, con más niveles de los que podemos convertir. Guárdalo como PDF o tómale una foto, y sube eso.',
    blank:
      'Todas las páginas de este archivo están en blanco. Comprueba que elegiste el archivo correcto y sube el que muestra tu documento.',
    content_lost:
      'Una parte de este archivo se perdió cuando lo convertimos. Guárdalo como PDF o tómale una foto, y sube eso.',
    linked_picture:
      'Este archivo de Word muestra una imagen que no está guardada en el archivo, así que no la recibimos. Guarda el documento como PDF y sube ese.',
    embedded_document:
      'Este archivo de Word muestra otro documento, por ejemplo una página web, que no podemos incluir. Guárdalo como PDF y sube ese.',
    comments_only:
      'Este archivo de Word tiene comentarios, pero nada en sus páginas. Pon el texto en el documento mismo y súbelo otra vez.',
    too_slow: 'Este archivo tardó demasiado en convertirse. Guárdalo como PDF o tómale una foto, y sube eso.',
    unconvertible: 'No pudimos convertir este archivo en PDF. Guárdalo como PDF o tómale una foto, y sube eso.',
    infected:
      'Nuestro antivirus encontró algo dañino en este archivo, así que lo eliminamos. Sube otra copia del documento.',
    missing: 'No recibimos este archivo completo. Súbelo otra vez.',
    took_too_long: 'Convertir este archivo tardó demasiado, así que lo detuvimos. Súbelo otra vez.',
  },
  ofPage: 'Página {page}: {problem}',
  waiting: {
    pdf: 'Ya tenemos tu archivo. La conversión está tardando más de lo normal. Mientras tanto, puedes seguir con tu solicitud.',
    word: 'Ya tenemos tu archivo. La conversión de archivos de Word está tardando más de lo normal. Mientras tanto, puedes seguir con tu solicitud.',
    scanner:
      'Ya tenemos tu archivo. La revisión está tardando más de lo normal. Mientras tanto, puedes seguir con tu solicitud.',
  },
  photo: {
    dark: 'Esta foto está muy oscura. Mira lo que recibimos y, si no se puede leer, toma la foto otra vez con más luz.',
    bright:
      'Esta foto se ve casi toda blanca. Mira lo que recibimos y, si no se puede leer, toma la foto otra vez con menos luz.',
    blurred:
      'Esta foto se ve borrosa. Mira lo que recibimos y, si no se puede leer, toma la foto otra vez sin mover la cámara.',
  },
  page: {
    dark: 'la página {page} está muy oscura',
    bright: 'la página {page} se ve casi toda blanca',
    blurred: 'la página {page} se ve borrosa',
  },
  look: {
    one: '{pages}. Mira lo que recibimos y, si no se puede leer, toma esa foto otra vez.',
    other: '{pages}. Mira lo que recibimos y, si no se pueden leer, toma esas fotos otra vez.',
  },
  loss: {
    linked_picture: {
      one: 'En la página {pages} falta una imagen vinculada, porque no está guardada en el archivo.',
      other: 'En las páginas {pages} falta una imagen vinculada, porque no está guardada en el archivo.',
    },
    linked_document: {
      one: 'En la página {pages} falta un documento vinculado, porque no está guardado en el archivo.',
      other: 'En las páginas {pages} falta un documento vinculado, porque no está guardado en el archivo.',
    },
    diagram: {
      one: 'En la página {pages} falta un diagrama, porque no podemos dibujarlo.',
      other: 'En las páginas {pages} falta un diagrama, porque no podemos dibujarlo.',
    },
    picture: {
      one: 'En la página {pages} falta una imagen, porque no podemos abrir su formato.',
      other: 'En las páginas {pages} falta una imagen, porque no podemos abrir su formato.',
    },
    formula: {
      one: 'En la página {pages} falta una fórmula o un código de barras, entero o en parte, porque no podemos dibujarlo.',
      other:
        'En las páginas {pages} falta una fórmula o un código de barras, entero o en parte, porque no podemos dibujarlo.',
    },
    cut_off: {
      one: 'En la página {pages} quedó cortado algo más ancho que la página, por ejemplo una fórmula larga.',
      other: 'En las páginas {pages} quedó cortado algo más ancho que la página, por ejemplo una fórmula larga.',
    },
  },
  besidesPages: {
    comments: 'No se incluyen los comentarios al lado del texto.',
    attachment: 'No se incluyen los archivos adjuntos a este PDF.',
  },
  lookAtPages:
    '{losses} Mira lo que recibimos. Si falta algo importante, ponlo en las páginas del documento y sube el archivo nuevo.',
  lookAtWord:
    '{losses} Mira lo que recibimos. Para incluirlo todo, guarda el documento como PDF en tu dispositivo y sube ese.',
} satisfies Translation<typeof documentProblems.texts>;

/** For adults at a school. */
export const usted = {
  problem: {
    wrong_content:
      'Este archivo no es del tipo que indica su nombre. Guárdelo otra vez como .png, .jpeg, .jpg, .pdf o .docx y suba el archivo nuevo.',
    old_word:
      'Este archivo tiene un formato antiguo de Word (.doc). Ábralo, guárdelo como PDF o .docx y suba el archivo nuevo.',
    open_document: 'Este es un archivo de texto OpenDocument (.odt). Ábralo, guárdelo como PDF y suba ese.',
    rich_text: 'Este es un archivo de texto enriquecido (.rtf). Ábralo, guárdelo como PDF y suba ese.',
    apple_document: 'Este es un archivo de Pages, Numbers o Keynote. Ábralo, expórtelo como PDF y suba ese.',
    spreadsheet: 'Esta es una hoja de cálculo. Ábrala, guárdela como PDF y suba ese.',
    slides: 'Esta es una presentación. Ábrala, guárdela como PDF y suba ese.',
    web_page: 'Esta es una página web o un correo que se guardó. Ábralo, imprímalo como PDF y suba ese.',
    other_picture:
      'Esta imagen tiene otro formato (GIF, WebP, BMP, TIFF o parecido). Ábrala, guárdela como .jpg o .png y suba el archivo nuevo.',
    unreadable_picture:
      'Esta imagen se guardó de una forma que no podemos leer, aunque quizá se vea bien en su dispositivo. Ábrala, guárdela como .jpg o .png normal y suba el archivo nuevo.',
    heic: 'Esta foto está en formato HEIC, que no podemos abrir. Súbala desde el teléfono con el que la tomó, o guárdela como .jpg y suba ese archivo.',
    encrypted:
      'Este archivo está protegido con contraseña y no podemos abrirlo. Guarde una copia sin contraseña y suba esa.',
    dynamic_form:
      'Este PDF es un formulario que solo Adobe Reader puede mostrar y no podemos convertirlo. Ábralo ahí, imprímalo como un PDF nuevo y suba ese.',
    portfolio:
      'Este PDF solo dice que el documento real está dentro o protegido. Ábralo en el programa que indica, guarde o imprima el documento mismo como un PDF nuevo y suba ese.',
    damaged:
      'Este archivo está dañado o incompleto. Compruebe que se abra en su dispositivo, guárdelo otra vez y suba el archivo nuevo.',
    macros:
      'Este archivo de Word tiene macros, que no podemos aceptar. Guárdelo como .docx sin macros o como PDF y suba ese.',
    too_much_inside:
      'Este archivo contiene más de lo que podemos convertir, por ejemplo imágenes muy grandes o demasiadas páginas. Hágalo más pequeño o más corto y súbalo otra vez.',
    too_deep:
      'Este archivo de Word tiene tablas dentro de tablas, con más niveles de los que podemos convertir. Guárdelo como PDF o tómele una foto, y suba eso.',
    blank:
      'Todas las páginas de este archivo están en blanco. Compruebe que eligió el archivo correcto y suba el que muestra su documento.',
    content_lost:
      'Una parte de este archivo se perdió cuando lo convertimos. Guárdelo como PDF o tómele una foto, y suba eso.',
    linked_picture:
      'Este archivo de Word muestra una imagen que no está guardada en el archivo, así que no la recibimos. Guarde el documento como PDF y suba ese.',
    embedded_document:
      'Este archivo de Word muestra otro documento, por ejemplo una página web, que no podemos incluir. Guárdelo como PDF y suba ese.',
    comments_only:
      'Este archivo de Word tiene comentarios, pero nada en sus páginas. Ponga el texto en el documento mismo y súbalo otra vez.',
    too_slow: 'Este archivo tardó demasiado en convertirse. Guárdelo como PDF o tómele una foto, y suba eso.',
    unconvertible: 'No pudimos convertir este archivo en PDF. Guárdelo como PDF o tómele una foto, y suba eso.',
    infected:
      'Nuestro antivirus encontró algo dañino en este archivo, así que lo eliminamos. Suba otra copia del documento.',
    missing: 'No recibimos este archivo completo. Súbalo otra vez.',
    took_too_long: 'Convertir este archivo tardó demasiado, así que lo detuvimos. Súbalo otra vez.',
  },
} satisfies Partial<Translation<typeof documentProblems.texts>>;
