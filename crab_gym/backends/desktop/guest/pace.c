/* Makes durations shorter for the programs of the box: their clocks for durations run PACE times as fast as the real
 * ones, and waiting by such a clock ends that much sooner.
 *
 * A desktop program does most of what it does some tens of milliseconds after its cause: with the next frame, or once a
 * timer has ended. All these come PACE times sooner this way, while the work itself takes as long as ever.
 *
 * It is preloaded before libfaketime, which sets the time of day; this library changes neither that nor waiting for it.
 * Left out, because nothing on a desktop waits that way: alarm, setitimer, timer_create, and the futexes of GLib's
 * conditions, which time out as late as in reality.
 *
 * There are no headers in the box, so the necessary declarations are here; they are the same on all 64-bit Linux.
 */

#define NEXT ((void *)-1l)
#define ABSOLUTE 1 /* TIMER_ABSTIME */
#define EPOCH 1000000000 /* in seconds: a larger time is a time of day, a smaller one a time since the machine was started */

typedef unsigned long size_t;
struct timespec { long seconds, nanoseconds; };
struct timeval { long seconds, microseconds; };
struct itimerspec { struct timespec interval, value; };

void *dlsym(void *where, const char *name);

/* The next function of a name, libfaketime's or the C library's. */
#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = (type (*)(__VA_ARGS__))dlsym(NEXT, name)

static int measures_durations(int clock) {
    return clock == 1 || clock == 4 || clock == 6 || clock == 7; /* MONOTONIC, _RAW, _COARSE, BOOTTIME */
}

static struct timespec of_nanoseconds(long long count) {
    struct timespec time;
    time.seconds = count / 1000000000;
    time.nanoseconds = count % 1000000000;
    return time;
}

static long long nanoseconds(const struct timespec *time) {
    return time->seconds * 1000000000ll + time->nanoseconds;
}

/* Rounded up: a program must not find after waiting that it is still too early. */
static struct timespec sooner(const struct timespec *time) {
    return of_nanoseconds((nanoseconds(time) + PACE - 1) / PACE);
}

static struct timespec longer(const struct timespec *time) {
    return of_nanoseconds(nanoseconds(time) * PACE);
}

int clock_gettime(int clock, struct timespec *now) {
    REAL(int, "clock_gettime", int, struct timespec *);
    int failed = real(clock, now);
    if (!failed && measures_durations(clock)) *now = longer(now);
    return failed;
}

int ppoll(void *files, size_t count, const struct timespec *timeout, const void *signals) {
    REAL(int, "ppoll", void *, size_t, const struct timespec *, const void *);
    struct timespec left;
    if (timeout) left = sooner(timeout);
    return real(files, count, timeout ? &left : 0, signals);
}

int poll(void *files, size_t count, int milliseconds) {
    struct timespec timeout;
    if (milliseconds >= 0) timeout = of_nanoseconds(milliseconds * 1000000ll);
    return ppoll(files, count, milliseconds < 0 ? 0 : &timeout, 0);
}

/* Called by programs that were compiled with checks of sizes. */
int __poll_chk(void *files, size_t count, int milliseconds, size_t size) {
    return poll(files, count, milliseconds);
}

int __ppoll_chk(void *files, size_t count, const struct timespec *timeout, const void *signals, size_t size) {
    return ppoll(files, count, timeout, signals);
}

int epoll_pwait(int epoll, void *events, int max_events, int milliseconds, const void *signals) {
    REAL(int, "epoll_pwait", int, void *, int, int, const void *);
    return real(epoll, events, max_events, milliseconds > 0 ? (milliseconds + PACE - 1) / PACE : milliseconds, signals);
}

int epoll_wait(int epoll, void *events, int max_events, int milliseconds) {
    return epoll_pwait(epoll, events, max_events, milliseconds, 0);
}

int pselect(int count, void *in, void *out, void *urgent, const struct timespec *timeout, const void *signals) {
    REAL(int, "pselect", int, void *, void *, void *, const struct timespec *, const void *);
    struct timespec left;
    if (timeout) left = sooner(timeout);
    return real(count, in, out, urgent, timeout ? &left : 0, signals);
}

int select(int count, void *in, void *out, void *urgent, struct timeval *timeout) {
    REAL(int, "select", int, void *, void *, void *, struct timeval *);
    struct timeval left;
    if (!timeout) return real(count, in, out, urgent, 0);
    long long all = (timeout->seconds * 1000000ll + timeout->microseconds + PACE - 1) / PACE;
    left.seconds = all / 1000000;
    left.microseconds = all % 1000000;
    int found = real(count, in, out, urgent, &left);
    all = (left.seconds * 1000000ll + left.microseconds) * PACE; /* Linux returns the time that was left */
    timeout->seconds = all / 1000000;
    timeout->microseconds = all % 1000000;
    return found;
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
    REAL(int, "nanosleep", const struct timespec *, struct timespec *);
    struct timespec time = sooner(wanted);
    int failed = real(&time, left);
    if (failed && left) *left = longer(left);
    return failed;
}

int clock_nanosleep(int clock, int flags, const struct timespec *wanted, struct timespec *left) {
    REAL(int, "clock_nanosleep", int, int, const struct timespec *, struct timespec *);
    if ((flags & ABSOLUTE) && !measures_durations(clock)) return real(clock, flags, wanted, left);
    struct timespec time = sooner(wanted);
    int failed = real(clock, flags, &time, left);
    if (failed && left && !(flags & ABSOLUTE)) *left = longer(left);
    return failed;
}

int usleep(unsigned microseconds) {
    struct timespec time = of_nanoseconds(microseconds * 1000ll);
    return nanosleep(&time, 0);
}

unsigned sleep(unsigned seconds) {
    struct timespec time = of_nanoseconds(seconds * 1000000000ll), left;
    return nanosleep(&time, &left) ? left.seconds : 0;
}

/* Locks, semaphores and conditions get the moment at which to stop waiting. */

static struct timespec moment(int clock, const struct timespec *end) {
    return measures_durations(clock) ? sooner(end) : *end;
}

int sem_clockwait(void *semaphore, int clock, const struct timespec *end) {
    REAL(int, "sem_clockwait", void *, int, const struct timespec *);
    struct timespec time = moment(clock, end);
    return real(semaphore, clock, &time);
}

int pthread_mutex_clocklock(void *mutex, int clock, const struct timespec *end) {
    REAL(int, "pthread_mutex_clocklock", void *, int, const struct timespec *);
    struct timespec time = moment(clock, end);
    return real(mutex, clock, &time);
}

int pthread_cond_clockwait(void *condition, void *mutex, int clock, const struct timespec *end) {
    REAL(int, "pthread_cond_clockwait", void *, void *, int, const struct timespec *);
    struct timespec time = moment(clock, end);
    return real(condition, mutex, clock, &time);
}

/* A condition doesn't tell its clock, so that it is guessed from the moment. */
int pthread_cond_timedwait(void *condition, void *mutex, const struct timespec *end) {
    REAL(int, "pthread_cond_timedwait", void *, void *, const struct timespec *);
    struct timespec time = moment(end->seconds < EPOCH ? 1 : 0, end);
    return real(condition, mutex, &time);
}

#define FILES 1024
static char of_day[FILES]; /* whether the timer behind a descriptor follows the time of day */

int timerfd_create(int clock, int flags) {
    REAL(int, "timerfd_create", int, int);
    int file = real(clock, flags);
    if (file >= 0 && file < FILES) of_day[file] = !measures_durations(clock);
    return file;
}

int timerfd_settime(int file, int flags, const struct itimerspec *wanted, struct itimerspec *before) {
    REAL(int, "timerfd_settime", int, int, const struct itimerspec *, struct itimerspec *);
    if (file >= 0 && file < FILES && of_day[file]) return real(file, flags, wanted, before);
    struct itimerspec timer;
    timer.interval = sooner(&wanted->interval);
    timer.value = sooner(&wanted->value);
    int failed = real(file, flags, &timer, before);
    if (!failed && before) {
        before->interval = longer(&before->interval);
        before->value = longer(&before->value);
    }
    return failed;
}

int timerfd_gettime(int file, struct itimerspec *now) {
    REAL(int, "timerfd_gettime", int, struct itimerspec *);
    int failed = real(file, now);
    if (!failed && !(file >= 0 && file < FILES && of_day[file])) {
        now->interval = longer(&now->interval);
        now->value = longer(&now->value);
    }
    return failed;
}
