import type { Check } from '../check.ts';
import { insist } from '../finding.ts';
import { findLockfileProblems, listInstallScripts } from '../supply-chain.ts';

async function packages(): Promise<string> {
  const problems = findLockfileProblems();
  insist(problems.length === 0, problems.slice(0, 3).join('; '));
  const unlisted = listInstallScripts().filter(({ isListed }) => !isListed);
  insist(unlisted.length === 0, `unlisted install scripts: ${unlisted.map(({ name }) => name).join(', ')}`);
  return 'the lockfile of this copy has a sum for each package; each install script is listed (npm run sbom makes the SBOM)';
}

export const PACKAGE_CHECKS: readonly Check[] = [
  { id: 'B36', what: 'lockfile checked, install scripts listed, SBOM', isShort: true, run: packages },
];
