import { Button } from '@firstyear/ui/button.tsx';
import { Popover } from '@firstyear/ui/popover.tsx';
import styles from './application.module.css';

export type MenuItem = readonly [isOffered: boolean, label: string, onPress: () => void];

interface ActsMenuProps {
  readonly label: string;
  readonly closeLabel: string;
  readonly items: readonly MenuItem[];
}

/** A button that opens a menu of the acts that are offered. */
export function ActsMenu({ label, closeLabel, items }: ActsMenuProps) {
  return (
    <Popover label={label} closeLabel={closeLabel}>
      {(close) => (
        <ul className={styles.menu}>
          {items
            .filter(([isOffered]) => isOffered)
            .map(([, label, onPress]) => (
              <li key={label}>
                <Button
                  variant="quiet"
                  wide
                  onClick={() => {
                    close();
                    onPress();
                  }}
                >
                  {label}
                </Button>
              </li>
            ))}
        </ul>
      )}
    </Popover>
  );
}
