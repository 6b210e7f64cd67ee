import { findLockfileProblems, listInstallScripts, listWithoutIntegrity } from './supply-chain.ts';

/**
 * npm run check:lockfile and npm run check:install-scripts: print their findings; exit code 1 when a package cannot be trusted,
 * or a script is not listed in package.json under allowScripts.
 */
function checkLockfile(): boolean {
  const problems = findLockfileProblems();
  for (const problem of problems) console.log(problem);
  const unhashed = listWithoutIntegrity();
  console.log(`${problems.length} problems. ${unhashed.length} optional tools for other platforms have no hash:`);
  for (const name of unhashed) console.log(`  ${name}`);
  return problems.length === 0;
}

function checkInstallScripts(): boolean {
  const scripts = listInstallScripts();
  for (const { name, isListed, mayRun } of scripts) {
    console.log(`${isListed ? (mayRun ? 'may run    ' : 'never runs ') : 'NOT LISTED '} ${name}`);
  }
  return scripts.every(({ isListed }) => isListed);
}

const isGood = process.argv[2] === 'install-scripts' ? checkInstallScripts() : checkLockfile();
process.exitCode = isGood ? 0 : 1;
