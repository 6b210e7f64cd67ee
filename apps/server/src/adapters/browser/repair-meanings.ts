import { deflateSync, inflateSync } from 'node:zlib';

/**
 * A character that shares its glyph in fonts with others, and those others. A browser maps a glyph in a PDF to the first
 * character that has it, so 青 reads back as the radical ⻘. Pairs of NFKC are not listed. From Unicode's
 * EquivalentUnifiedIdeograph and the fonts Noto Sans and Serif CJK.
 */
const SAME_PICTURE =
  '⺂乛 ⺃乚 ⺅亻 ⺇𠘨 ⺉刂 ⺋㔾 ⺍𭕄 ⺎兀 ⺏尣 ⺐尢 ⺒巳 ⺓幺 ⺔彑 ⺕彐 ⺖忄 ⺘扌 ⺙攵 ⺛旡 ⺞歺 ⺠民 ⺡氵 ⺣灬 ⺤爫 ⺦丬 ⺨犭 ⺩𤣩 ⺫罒 ⺭礻 ⺮𥫗 ⺯糹 ⺰纟 ⺱罓 ⺲罒 ⺳㓁 ⺹耂 ⺺肀 ⺽𦥑 ⺾艹 ⺿艹 ⻀艹 ⻁虎 ⻂衤 ⻃覀 ⻄西 ⻅见 ⻆角 ⻇𧢲 ⻈讠 ⻉贝 ⻊𧾷 ⻋车 ⻌辶 ⻍辶 ⻎辶 ⻐钅 ⻑長 ⻒镸 ⻓长 ⻔门 ⻕𨸏 ⻖阝 ⻘青 ⻙韦 ⻚页 ⻛风 ⻜飞 ⻝食 ⻞𩙿 ⻟飠 ⻠饣 ⻡𩠐 ⻢马 ⻣骨 ⻤鬼 ⻥鱼 ⻦鸟 ⻧卤 ⻨麦 ⻩黄 ⻪黾 ⻫斉 ⻬齐 ⻭歯 ⻮齿 ⻯竜 ⻰龙 ⻱龜 ⻲亀 ⼾戸户 ·・• ‧・ •‧ ⋯… …⋯ ʻ‘ ‒– ∕／ 〜～ 㖈䎛 㘽㦳 㫚曶 㬵胶 㭻䐠 㶷𤈎 㬺幐 㮣槩 㴝𪏭 䒤鿐 晚晩 朌肦 胊朐 朓脁 櫸𣟱 逸𨓜 墫壿 瑨𤨁 郞郎';
const TWINS = new Map(SAME_PICTURE.split(' ').map((word) => [[...word][0] ?? '', [...word].slice(1)]));

const RADICAL = /^[\u2e80-\u2fdf]$/;
const EAST_ASIAN = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u;

/** Maps a character in a PDF to the character that was printed. */
function readerOf(printed: ReadonlySet<string>): (noted: string) => string {
  const byMeaning = new Map([...printed].map((letter) => [letter.normalize('NFKC'), letter]));
  return (noted) => {
    // A character that was printed is right, unless it is a radical: names don't use those.
    if (printed.has(noted) && !RADICAL.test(noted)) return noted;
    const meaning = noted.normalize('NFKC');
    const twins = [...(TWINS.get(noted) ?? []), meaning, byMeaning.get(meaning) ?? noted];
    return twins.find((twin) => twin !== noted && printed.has(twin)) ?? noted;
  };
}

const toHex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
const fromHex = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');

/** The entries of a ToUnicode map as Skia writes it: code and character in hexadecimal. */
function* entriesOf(map: string): Generator<readonly [code: string, meaning: string]> {
  for (const [, kind, lines = ''] of map.matchAll(/begin(bfchar|bfrange)\n([\s\S]*?)\nendbf/g)) {
    for (const line of lines.split('\n')) {
      const [first = '', second = '', third = ''] = line.match(/[0-9A-Fa-f]+/g) ?? [];
      const [last, start] = kind === 'bfchar' ? [first, second] : [second, third];
      for (let step = 0; step <= Number.parseInt(last, 16) - Number.parseInt(first, 16); step += 1) {
        const code = (Number.parseInt(first, 16) + step).toString(16).toUpperCase().padStart(first.length, '0');
        const end = (Number.parseInt(start.slice(-4), 16) + step).toString(16).toUpperCase().padStart(4, '0');
        yield [code, start.slice(0, -4) + end];
      }
    }
  }
}

const MAX_ENTRIES = 100;

/** A ToUnicode map with the printed characters; the same text if it has them already. */
export function repairMap(map: string, printed: ReadonlySet<string>): string {
  const read = readerOf(printed);
  const entries = [...entriesOf(map)];
  const repaired = entries.map(([code, meaning]) => [code, toHex(read(fromHex(meaning)))] as const);
  if (repaired.every(([, meaning], place) => meaning === entries[place]?.[1])) return map;
  const blocks: string[] = [];
  for (let at = 0; at < repaired.length; at += MAX_ENTRIES) {
    const lines = repaired.slice(at, at + MAX_ENTRIES).map(([code, meaning]) => `<${code}> <${meaning}>`);
    blocks.push([`${lines.length} beginbfchar`, ...lines, 'endbfchar', ''].join('\n'));
  }
  return map.replace(/(endcodespacerange\n)[\s\S]*(endcmap)/, (_, head, end) => `${head}${blocks.join('')}${end}`);
}

interface PdfObject {
  readonly id: number;
  readonly content: Buffer;
}

/** The streams of a PDF's ToUnicode maps, found by its cross-reference table. */
function listMaps(content: Buffer, raw: string, table: number): readonly PdfObject[] {
  const [head = '', first = ''] = /^xref\s+(\d+) \d+\s*\n/.exec(raw.slice(table, table + 40)) ?? [];
  const ids = new Set([...raw.matchAll(/\/ToUnicode (\d+) 0 R/g)].map(([, id]) => Number(id)));
  return [...ids].flatMap((id) => {
    const entry = table + head.length + ENTRY_BYTES * (id - Number(first));
    const offset = Number.parseInt(raw.slice(entry, entry + 10), 10);
    const [start, facts = '', length] = STREAM.exec(raw.slice(offset, offset + 200)) ?? [];
    if (start === undefined) return [];
    const bytes = content.subarray(offset + start.length, offset + start.length + Number(length));
    return [{ id, content: facts.includes('/FlateDecode') ? inflateSync(bytes) : bytes }];
  });
}

const ENTRY_BYTES = 20;
const STREAM = /^\d+ 0 obj\s*<<([^>]*\/Length (\d+)[^>]*)>>\s*stream\r?\n/;

/** Adds newer versions of some streams to the end of a PDF as an incremental update (ISO 32000-2, 7.5.6). */
function appendStreams(content: Buffer, trailer: string, table: number, streams: readonly PdfObject[]): Buffer {
  const parts: Buffer[] = [content, Buffer.from('\n')];
  let end = content.length + 1;
  const add = (part: Buffer) => {
    parts.push(part);
    end += part.length;
  };
  const entries = streams.map((stream) => {
    const packed = deflateSync(stream.content);
    const entry = `${stream.id} 1\n${String(end).padStart(10, '0')} 00000 n \n`;
    add(Buffer.from(`${stream.id} 0 obj\n<</Filter /FlateDecode /Length ${packed.length}>> stream\n`));
    add(packed);
    add(Buffer.from('\nendstream\nendobj\n'));
    return entry;
  });
  const last = `xref\n${entries.join('')}trailer\n<<${trailer} /Prev ${table}>>\nstartxref\n${end}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(last)]);
}

/**
 * Makes Chinese, Japanese and Korean characters of a PDF read back as they were printed, in every reader. Only wrong maps are
 * rewritten, since rewriting the whole file takes as long as printing it.
 */
export function repairMeanings(print: Uint8Array, text: string): Uint8Array {
  if (!EAST_ASIAN.test(text)) return print;
  const printed = new Set(text);
  const content = Buffer.from(print.buffer, print.byteOffset, print.length);
  const raw = content.toString('latin1');
  const [, trailer = '', start] = /trailer\s*<<([\s\S]*)>>\s*startxref\s+(\d+)\s+%%EOF\s*$/.exec(raw) ?? [];
  const table = Number(start);
  const repaired = listMaps(content, raw, table).flatMap((map) => {
    const before = map.content.toString('latin1');
    const after = repairMap(before, printed);
    return after === before ? [] : [{ id: map.id, content: Buffer.from(after, 'latin1') }];
  });
  return repaired.length === 0 ? print : appendStreams(content, trailer, table, repaired);
}
