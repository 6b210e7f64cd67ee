import path from 'node:path';
import { run } from './processes.ts';

/** Makes a certificate for localhost that nobody has signed, in a folder; returns the files. Node itself has nothing for it. */
export function makeCertificate(folder: string): { readonly key: string; readonly certificate: string } {
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  run('openssl', [...kind, ...names, '-keyout', key, '-out', certificate]);
  return { key, certificate };
}
