import { ServerError } from './errors.ts';
import { sendFile } from './send-file.ts';

/** What the call that sends an uploaded paper says of it. */
interface SentPaper {
  readonly paper_id: string;
  readonly file_key: string;
  readonly file_name: string;
  readonly file_size: number;
}

/** A file to send for an item. */
export interface Paper {
  readonly file: File;
  /** The file is there; only the call that says so is missing. */
  sent?: SentPaper | undefined;
}

interface PaperCalls {
  /** Allows one upload. */
  readonly allow: () => Promise<{
    readonly paper_id: string;
    readonly url: string;
    readonly fields: Readonly<Record<string, string>>;
  }>;
  readonly take: (sent: SentPaper) => Promise<unknown>;
}

/** Sends a file for an item. Of a file that has arrived, a second try only says so again, unless it was refused. */
export async function sendPaper(paper: Paper, { allow, take }: PaperCalls, signal?: AbortSignal): Promise<void> {
  if (!paper.sent) {
    const { address, sent } = await sendFile(allow, paper.file, signal);
    paper.sent = { paper_id: address.paper_id, ...sent };
  }
  try {
    await take(paper.sent);
  } catch (error) {
    if (error instanceof ServerError && error.status < 500) paper.sent = undefined;
    throw error;
  }
}
